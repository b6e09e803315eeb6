import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests beside the code that need more than the code: each is in the project of what it needs. */
const WITH_POSTGRES = [
  "src/store/postgres/**/*.test.ts",
  "src/store/transfer/engines.test.ts",
  "src/store/past/past.test.ts",
  "src/store/sessions.test.ts",
  "bench/http/recorded.test.ts",
];
const WITH_PROCESSES = [
  "src/cli/support/database.test.ts",
  "src/setup/{github/github-settings,github/remote,workflow}.test.ts",
  "src/store/sqlite/{damage,faults}.test.ts",
  "src/store/sqlite/schema/migrate.test.ts",
  "bench/stdio/stdio.test.ts",
];

/** Many tests wait for processes that they have started, so that a core has time for more than one of them. */
const WORKERS = Math.min(12, Math.ceil(2.5 * availableParallelism()));

export default defineConfig({
  test: {
    globalSetup: ["test/support/global-setup.ts"],
    maxWorkers: WORKERS,
    dangerouslyIgnoreUnhandledErrors: false,
    // A noisy machine is no reason to fail: this only ends what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "src/**/*.test.ts",
            "web/src/**/*.test.{ts,tsx}",
            "{bench,scripts}/**/*.test.ts",
            "test/{architecture,model}/**/*.test.ts",
          ],
          exclude: [...WITH_POSTGRES, ...WITH_PROCESSES],
          setupFiles: ["test/support/no-processes.ts"],
          env: { SIGNALBOX_TEST_PROJECT: "unit" },
          // They keep nothing that another could find; half of their time would go into loading the same modules again.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "contract", include: ["test/{contract,search}/**/*.test.ts", ...WITH_POSTGRES] },
      },
      // Real repositories and real git, without the built program.
      { extends: true, test: { name: "git", include: ["test/{git,forge}/**/*.test.ts"] } },
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
