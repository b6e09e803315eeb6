import { describe, expect, it } from "vitest";
import type { GitHubClient } from "../../../src/github/client/client.ts";
import { CLAIM_REF, NO_OBJECT, SWAP_REF } from "../../../src/github/operations/claims.ts";
import { HANDOFF } from "../../../src/github/operations/handoff.ts";
import { startBoard } from "../../support/github/board.ts";

const NAME = "refs/signalbox/claims/issue-1";
const SHOP = { owner: "acme", repo: "shop" };

async function start() {
  const board = await startBoard();
  const { github, repository, project } = board;
  github.addIssue(repository, "One", { project, card: { "Workflow State": "Backlog" } });
  const swap = (client: GitHubClient, before: string, after: string) =>
    client.mutate(SWAP_REF, { repository: repository.id, name: NAME, before, after });
  const lease = async (client: GitHubClient, message: string, parents: readonly string[] = []) => {
    const { repository: found } = await client.query(CLAIM_REF, { ...SHOP, name: NAME });
    const target = found?.defaultBranchRef?.target;
    const tree = target && "tree" in target ? target.tree.oid : "";
    return (await client.createCommit({ ...SHOP, message, tree, parents })).oid;
  };
  return { ...board, swap, lease, ours: board.client() };
}

describe("a claim as a ref", () => {
  it("is won by exactly one of fifty", async () => {
    const { client, lease, swap, repository } = await start();
    const contenders = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const own = client();
        const oid = await lease(own, `lease of ${index}`);
        return { oid, outcome: await swap(own, NO_OBJECT, oid).catch(() => "lost" as const) };
      }),
    );
    const winners = contenders.filter(({ outcome }) => outcome !== "lost");
    expect(winners).toHaveLength(1);
    expect(repository.refs.get(NAME)).toBe(winners[0]?.oid);
  });

  it("is read with the handoff, and swapped with two more requests", async () => {
    const { github, lease, swap, ours } = await start();
    const oid = await lease(ours, "first");
    await swap(ours, NO_OBJECT, oid);
    github.countRequests();
    const { repository } = await ours.query(HANDOFF, { ...SHOP, number: 1, withClaim: true, claim: NAME });
    expect(repository?.ref?.target).toMatchObject({ oid, message: "first" });
    const target = repository?.defaultBranchRef?.target;
    const tree = target && "tree" in target ? target.tree.oid : "";
    const next = await ours.createCommit({ ...SHOP, message: "second", tree, parents: [oid] });
    await swap(ours, oid, next.oid);
    expect(github.countRequests().operations).toEqual(["Handoff", "POST git/commits", "SwapRef"]);
  });

  it("is not there before anybody claims, and goes away when it is given back", async () => {
    const { lease, swap, ours, repository } = await start();
    const read = async () => (await ours.query(CLAIM_REF, { ...SHOP, name: NAME })).repository?.ref;
    expect(await read()).toBeNull();
    const oid = await lease(ours, "mine");
    await swap(ours, NO_OBJECT, oid);
    await swap(ours, oid, NO_OBJECT);
    expect(await read()).toBeNull();
    expect(repository.refs.has(NAME)).toBe(false);
  });

  it("is refused to a holder who was deposed meanwhile", async () => {
    const { lease, swap, ours, client, repository } = await start();
    const [first, second, late] = [await lease(ours, "one"), await lease(ours, "two"), await lease(ours, "late")];
    await swap(ours, NO_OBJECT, first);
    await swap(client(), first, second);
    await expect(swap(ours, first, late)).rejects.toMatchObject({ code: "github_rejected" });
    expect(repository.refs.get(NAME)).toBe(second);
  });

  it("needs an object of its own: the same words at the same second are the same object", async () => {
    const { lease, swap, ours, client } = await start();
    const [mine, theirs] = [await lease(ours, "same"), await lease(client(), "same")];
    expect(theirs).toBe(mine);
    await swap(ours, NO_OBJECT, mine);
    // Which is why a lease carries something that nobody else has.
    await expect(swap(client(), mine, theirs)).resolves.toMatchObject({ kind: "answered" });
  });

  it("is made of commits that may be sent again, and swapped by what is not", async () => {
    const { github, lease, swap, ours, repository } = await start();
    github.faults.plan({ kind: "drop", when: "after" }, { on: "POST git/commits" });
    const oid = await lease(ours, "one");
    github.faults.plan({ kind: "drop", when: "after" }, { on: "SwapRef" });
    expect(await swap(ours, NO_OBJECT, oid)).toMatchObject({ kind: "unclear" });
    expect(repository.refs.get(NAME)).toBe(oid);
  });

  it("says so where the commit can't be made", async () => {
    const { ours } = await start();
    const commit = { message: "x", tree: "0".repeat(40), parents: [] };
    await expect(ours.createCommit({ ...SHOP, ...commit })).rejects.toThrow("Tree SHA does not exist");
    await expect(ours.createCommit({ owner: "acme", repo: "none", ...commit })).rejects.toThrow("404");
  });
});
