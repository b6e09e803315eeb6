// How an agent calls a tool. Every change has a request_id: where the answer is lost the same call is made again, and now
// and then an answer that did arrive is asked for once more. It has to be the same answer.

import { isDeepStrictEqual } from "node:util";
import type { Random } from "../../src/demo/random.ts";
import type { ToolAnswer } from "../support/clients/stdio-client.ts";
import { acknowledgedBy } from "./agent-acknowledge.ts";
import { ERRORS, NEVER } from "./agent-codes.ts";
import { ConnectionLost, type Line } from "./fleet.ts";
import { clock, pause } from "./wait.ts";
import type { World } from "./world.ts";

export type Content = Readonly<Record<string, unknown>>;
export type Heard =
  | { readonly accepted: true; readonly content: Content }
  | { readonly accepted: false; readonly code: string; readonly content: Content };

/** Longer than any fault lasts, and longer than a server waits for its store. */
const PATIENCE_MS = 90_000;
const REPEATS = 0.06;
const READS = /^(get|list|detect|check)_/;

/** The agent is no more: whatever it was doing ends here. */
export class Gone extends Error {}

export class Asker {
  readonly name: string;
  readonly random: Random;
  readonly world: World;
  readonly #line: Line;
  #last = 0;
  #gone = false;
  /** How many it was told are made. */
  changes = 0;

  constructor(name: string, line: Line, world: World, random: Random) {
    this.name = name;
    this.#line = line;
    this.world = world;
    this.random = random;
  }

  /** Without a word to anybody, in the middle of whatever it does. */
  async die(): Promise<void> {
    this.#gone = true;
    await this.#line.cut();
  }

  leave(): Promise<void> {
    return this.#line.leave();
  }

  async think(): Promise<void> {
    const { thinkMs, over } = this.world;
    await pause(this.random.between(0.3, 1.7) * thinkMs, over);
    if (this.#gone) throw new Gone();
  }

  /** A call that has to be accepted. */
  async mustGet(tool: string, args: Content): Promise<Content> {
    const heard = await this.ask(tool, args, NEVER);
    return heard.content;
  }

  newId(): string {
    return `${this.name}-${++this.#last}`;
  }

  /** `may`: the codes with which it may be refused; any other is a breach. */
  async ask(tool: string, args: Content, may: ReadonlySet<string>): Promise<Heard> {
    const id = READS.test(tool) || "request_id" in args ? {} : { request_id: this.newId() };
    const call = { ...args, ...id };
    const askedAt = clock();
    const heard = await this.#untilHeard(tool, call);
    const { notes } = this.world;
    if (!heard.accepted) {
      notes.count("calls refused");
      notes.count(`refusal heard: ${heard.code}`);
      if (!may.has(heard.code) && !ERRORS.has(heard.code)) {
        notes.breach(`${this.name} was refused ${tool} ${JSON.stringify(call)}: ${JSON.stringify(heard.content)}`);
      }
      return heard;
    }
    notes.count("calls accepted");
    const told = { agent: this.name, tool, askedAt, toldAt: clock() };
    for (const what of acknowledgedBy(told, call, heard.content)) this.world.checker.acknowledge(what);
    if ("request_id" in call) this.changes++;
    if ("request_id" in call && this.random.chance(REPEATS)) await this.#askAgain(tool, call, heard.content);
    return heard;
  }

  async #askAgain(tool: string, call: Content, first: Content): Promise<void> {
    // A pick that found nothing changed nothing: the next one may find something.
    if (first["found"] === false) return;
    const again = await this.#untilHeard(tool, call);
    this.world.notes.count("answers asked for again");
    if (again.accepted && again.content["repeated"] === true && isSame(again.content, first)) return;
    const [before, after] = [JSON.stringify(first), JSON.stringify(again.content)];
    this.world.notes.breach(`${this.name} repeated ${tool} ${JSON.stringify(call)}: first ${before}, then ${after}`);
  }

  async #untilHeard(tool: string, call: Content): Promise<Heard> {
    const { notes, weather, over } = this.world;
    for (let attempt = 0; ; attempt++) {
      const asked = clock();
      if (attempt > 0) notes.count("calls made again for want of an answer");
      const heard = await this.#once(tool, call);
      if (this.#gone) throw new Gone();
      notes.count("calls");
      if (!heard) continue;
      if (heard.accepted || !ERRORS.has(heard.code)) return heard;
      notes.count(`error heard: ${heard.code}`);
      if (!weather.explains(heard.code, asked, clock())) {
        notes.breach(
          `${this.name} was told ${heard.code} by ${tool} without a fault: ${JSON.stringify(heard.content)}`,
        );
        return heard;
      }
      await pause(this.random.between(100, 600), over);
    }
  }

  /** null: the answer is lost. */
  async #once(tool: string, call: Content): Promise<Heard | null> {
    try {
      const { isError, structuredContent } = await this.#inTime(tool, this.#line.call(tool, call));
      if (!isError) return { accepted: true, content: structuredContent };
      return { accepted: false, code: String(structuredContent["code"]), content: structuredContent };
    } catch (error) {
      if (this.#gone) throw new Gone();
      if (!(error instanceof ConnectionLost)) throw error;
      this.world.notes.count("answers lost");
      if (!error.meant) this.world.notes.breach(error.message);
      await this.#line.reconnect();
      return null;
    }
  }

  async #inTime(tool: string, answer: Promise<ToolAnswer>): Promise<ToolAnswer> {
    const enough = new AbortController();
    const late = pause(PATIENCE_MS, enough.signal).then(() => null);
    const first = await Promise.race([answer, late]).finally(() => enough.abort());
    if (first) return first;
    this.world.notes.breach(`${this.name} got no answer to ${tool} within ${PATIENCE_MS / 1000} s`);
    return answer;
  }
}

/** A repeated answer says that it is one, and brings a token of its own. */
function isSame(one: Content, other: Content): boolean {
  return isDeepStrictEqual(bare(one), bare(other));
}

function bare({ repeated: _, claim, ...rest }: Content): Content {
  return typeof claim === "object" && claim !== null ? { ...rest, claim: { ...claim, token: null } } : rest;
}
