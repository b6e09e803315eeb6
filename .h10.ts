import { tellStory } from "./test/browser/story/story.ts"; import { rmSync, mkdirSync } from "node:fs";
rmSync("/tmp/h10/story",{recursive:true,force:true}); mkdirSync("/tmp/h10/story"); const t=Date.now(); await tellStory("/tmp/h10/story/board.db", Date.now()); console.log("told in", Date.now()-t);
