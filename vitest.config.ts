import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "web/src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    dangerouslyIgnoreUnhandledErrors: false,
    // A noisy machine is no reason to fail: this only ends what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
