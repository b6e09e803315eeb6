// The YAML library, to be loaded with import(). It is CommonJS, and the build makes a chunk of what is loaded so: of
// `import("yaml")` itself the chunk would have no named exports.

export { parseDocument, visit } from "yaml";
