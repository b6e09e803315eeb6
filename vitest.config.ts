import { defineConfig } from "vitest/config";

/** Tests beside the code that need more than the code: each is in the project of what it needs. */
const WITH_POSTGRES = [
  "src/store/postgres/*.test.ts",
  "src/store/transfer/engines.test.ts",
  "src/store/sessions.test.ts",
  "bench/http/recorded.test.ts",
];
const WITH_PROCESSES = ["src/store/sqlite/{damage,faults,migrate}.test.ts", "src/setup/workflow.test.ts"];

export default defineConfig({
  test: {
    globalSetup: ["test/support/global-setup.ts"],
    dangerouslyIgnoreUnhandledErrors: false,
    // A noisy machine is no reason to fail: this only ends what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "src/**/*.test.ts",
            "web/src/**/*.test.{ts,tsx}",
            "bench/**/*.test.ts",
            "test/{architecture,model}/**/*.test.ts",
          ],
          exclude: [...WITH_POSTGRES, ...WITH_PROCESSES],
          env: { SIGNALBOX_TEST_PROJECT: "unit" },
        },
      },
      {
        extends: true,
        test: { name: "contract", include: ["test/contract/**/*.test.ts", ...WITH_POSTGRES] },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["test/system/**/*.test.ts", ...WITH_PROCESSES],
          globalSetup: ["test/support/fresh-build.ts"],
        },
      },
      {
        extends: true,
        test: { name: "soak", include: ["test/soak/**/*.test.ts"], globalSetup: ["test/support/fresh-build.ts"] },
      },
    ],
  },
});
