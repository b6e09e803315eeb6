// Resources: a text, an image, a template.

import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { PNG } from "./content.ts";

export const FIXTURE_RESOURCES = [
  { uri: "test://static-text", name: "static text", description: "A text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static binary", description: "An image.", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "watched", description: "A text to watch.", mimeType: "text/plain" },
];

export const FIXTURE_TEMPLATES = [
  { uriTemplate: "test://template/{id}/data", name: "data", description: "Data.", mimeType: "application/json" },
];

export function readFixture(uri: string): ReadResourceResult | null {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
  }
  switch (uri) {
    case "test://static-text":
      return { contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }] };
    case "test://static-binary":
      return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
    case "test://watched-resource":
      return { contents: [{ uri, mimeType: "text/plain", text: "Nothing happens here." }] };
    default:
      return null;
  }
}
