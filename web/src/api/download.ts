// A file of the API. A plain link can't show who this browser is.

import { getFile } from "./client.ts";

export async function download(path: string): Promise<void> {
  const { name, content } = await getFile(path);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
