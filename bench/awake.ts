// Keeps every core awake while something is measured. A core that has nothing to do for a moment between two calls goes to
// sleep, and on a virtual machine others use it meanwhile: what would be measured then is how cold they have left its
// caches. Whatever runs beside these processes goes before them.

import { spawn, type ChildProcess } from "node:child_process";
import { availableParallelism, constants, setPriority } from "node:os";

export function keepAwake(): () => void {
  const idle = Array.from({ length: availableParallelism() }, () => doNothing());
  const end = (): void => idle.forEach((child) => child.kill("SIGKILL"));
  process.once("exit", end);
  return end;
}

function doNothing(): ChildProcess {
  const child = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return child;
}
