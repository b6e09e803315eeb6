// Configuration files as people have them, by client and case.

const OTHER = `{ "command": "uvx", "args": ["mcp-server-git"] }`;

/** Three spaces, an order of its own, several servers. */
function plain(key: string): string {
  return `{\n   "zebra": true,\n   "${key}": {\n      "git": ${OTHER},\n      "files": {\n         "command": "npx",\n         "args": ["-y", "files"]\n      }\n   },\n   "alpha": [1,2,   3]\n}\n`;
}

function tabs(key: string): string {
  return `{\n\t"${key}": {\n\t\t"git": ${OTHER}\n\t},\n\t"after": null\n}`;
}

function commented(key: string): string {
  return `// My servers.\n{\n  /* kept in order */\n  "${key}": {\n    // the one for git\n    "git": ${OTHER} // and it works\n  } // the end of them\n}\n// bye\n`;
}

function trailing(key: string): string {
  return `{\n  "${key}": {\n    "git": ${OTHER},\n  },\n}\n`;
}

export const JSON_CASES: Readonly<Record<string, (key: string) => string>> = {
  "several servers": plain,
  "tabs and no newline at the end": tabs,
  comments: commented,
  "trailing commas": trailing,
  minified: (key) => `{"${key}":{"git":{"command":"uvx","args":["mcp-server-git"]}}}`,
  "no servers yet": () => `{\n    "theme": "dark"\n}\n`,
  "an empty list of servers": (key) => `{ "${key}": {} }\n`,
  "an empty object": () => "{}\n",
  "a byte order mark": (key) => `\uFEFF${plain(key)}`,
  "nothing in it": () => "\n",
};

export const TOML_CASES: Readonly<Record<string, string>> = {
  "several servers": `# Mine.\nmodel = "gpt-5"   # the good one\n\n[mcp_servers.git]\ncommand = "uvx"\nargs = [ "mcp-server-git" ]\n\n[mcp_servers.git.env]\nHOME = "/tmp"\n`,
  "no newline at the end": `[tui]\nnotifications = true`,
  "multi-line strings and arrays": `prompt = """\n[mcp_servers.fake]\n"""\nlist = [\n  "a",\n  "b",\n]\n\n[[rules]]\nname = "x"\n`,
  "an empty file": "",
};

export const BROKEN_JSON: Readonly<Record<string, (key: string) => string>> = {
  "a missing brace": (key) => `{ "${key}": { "git": {} }\n`,
  "two values": (key) => `{ "${key}": {} } { }\n`,
  "a list": () => "[]\n",
  "servers that are no object": (key) => `{ "${key}": "none" }\n`,
};

export const BROKEN_TOML: Readonly<Record<string, string>> = {
  "a key without a value": "model =\n",
  "a table twice": "[a]\nx = 1\n[a]\ny = 2\n",
  "servers in one line": 'mcp_servers = { git = { command = "uvx" } }\n',
  "servers that are no table": "mcp_servers = 1\n",
};
