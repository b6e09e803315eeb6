// Server-sent events, read by hand: EventSource hears only the kinds that it is told beforehand, and the ledger may
// learn new ones; it also hides why a connection was refused.

export interface ServerEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** Takes text as it arrives and gives the events that are complete. */
export class EventParser {
  #rest = "";
  #id: string | null = null;
  #event = "";
  #data: string[] = [];

  push(chunk: string): ServerEvent[] {
    const lines = (this.#rest + chunk).split(/\r\n|\n|\r/);
    // The last piece may go on in the next chunk.
    this.#rest = lines.pop() ?? "";
    const done: ServerEvent[] = [];
    for (const line of lines) {
      const event = this.#line(line);
      if (event) done.push(event);
    }
    return done;
  }

  #line(line: string): ServerEvent | null {
    if (line === "") return this.#end();
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#data.push(value);
    if (field === "event") this.#event = value;
    if (field === "id") this.#id = value;
    return null;
  }

  #end(): ServerEvent | null {
    const event = { id: this.#id, event: this.#event || "message", data: this.#data.join("\n") };
    const empty = this.#data.length === 0;
    this.#event = "";
    this.#data = [];
    return empty ? null : event;
  }
}
