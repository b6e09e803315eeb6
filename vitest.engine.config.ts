import { defineConfig } from "vitest/config";

// The engine's tests without the huge boards and the thousands of slips: what mutation testing runs thousands of times.
export default defineConfig({
  test: {
    include: ["src/engine/**/*.test.ts"],
    exclude: ["src/engine/tickets/following*.test.ts"],
    testNamePattern: /^(?!.*100,000)/,
    testTimeout: 30_000,
  },
});
