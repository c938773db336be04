// Plays the ladder with inkjs: `node with_inkjs.js STORY SECONDS SEED`, with inkjs found through NODE_PATH.
// The twin of measure.py: the same loop, the same line of JSON.
"use strict";
const fs = require("fs");
const path = require("path");
const { Compiler, Story } = require("inkjs/full");

const WARM_UP = 0.5;
const [file, seconds, seed] = process.argv.slice(2);
const story = new Story(new Compiler(fs.readFileSync(file, "utf8")).Compile().ToJson());

// One play from the start to an ending. Starting over is faster than a new Story.
function play(pick) {
  story.ResetState();
  let made = 0;
  let text = "";
  for (;;) {
    while (story.canContinue) text = story.Continue();
    const choices = story.currentChoices.length;
    if (choices === 0) return [made, text.trim()];
    story.ChooseChoiceIndex(pick(choices));
    made += 1;
  }
}

// mulberry32: JavaScript's own random numbers take no seed
function seeded(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const same = [play(() => 0), play((choices) => choices - 1)];
const chance = seeded(Number(seed));
let rate = 0;
for (const span of [WARM_UP, Number(seconds)]) {
  const start = performance.now();
  let plays = 0;
  let took = 0;
  while ((took = (performance.now() - start) / 1000) < span) {
    play((choices) => Math.floor(chance() * choices));
    plays += 1;
  }
  rate = plays / took;
}
const installed = path.join(path.dirname(require.resolve("inkjs/full")), "..", "package.json");
const version = JSON.parse(fs.readFileSync(installed, "utf8")).version;
console.log(JSON.stringify({ version, runs_on: `Node ${process.versions.node}`, same, rate }));
