import { notFound, Problem } from "../problem.ts";
import { seesProject, type Asking } from "../viewer.ts";
import { itemWithId, nameWithOwner, repositoryNamed } from "../world.ts";
import { actorView, viewerView } from "./actor.ts";
import { issueView, isVisible } from "./issue.ts";
import { itemView, projectView } from "./project.ts";
import { pullRequestView } from "./pull-request.ts";
import { repositoryView } from "./repository.ts";

export function queryRoot(asking: Asking) {
  const { world, token, rate } = asking;
  const node = ({ id }: { id: string }) => {
    const project = world.projects.get(id);
    if (project && seesProject(asking, project)) return projectView(asking, project);
    const place = itemWithId(world, id);
    if (place && seesProject(asking, place.project)) return itemView(asking, place.project, place.item);
    const repository = world.repositories.get(id);
    if (repository && !token.blindTo.includes(nameWithOwner(repository))) return repositoryView(asking, repository);
    const issue = world.issues.get(id);
    if (issue && isVisible(asking, issue)) return issueView(asking, issue);
    for (const { pullRequests } of world.repositories.values()) {
      const pull = pullRequests.find((one) => one.id === id);
      if (pull) return pullRequestView(asking, pull);
    }
    throw notFound(id);
  };
  return {
    viewer: viewerView(asking, token.login),
    rateLimit: {
      cost: rate.cost,
      limit: rate.limit,
      nodeCount: 0,
      remaining: rate.remaining,
      used: rate.limit - rate.remaining,
      resetAt: new Date(rate.resetAt).toISOString(),
    },
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const repository = repositoryNamed(world, owner, name);
      if (!repository || token.blindTo.includes(nameWithOwner(repository))) {
        throw new Problem("NOT_FOUND", `Could not resolve to a Repository with the name '${owner}/${name}'.`);
      }
      return repositoryView(asking, repository);
    },
    user: ({ login }: { login: string }) => {
      const account = world.accounts.get(login);
      if (account?.kind !== "User")
        throw new Problem("NOT_FOUND", `Could not resolve to a User with the login of '${login}'.`);
      return actorView(asking, login);
    },
    repositoryOwner: ({ login }: { login: string }) => {
      const account = world.accounts.get(login);
      if (!account) return null;
      return {
        ...actorView(asking, login),
        projectV2: ({ number }: { number: number }) => {
          const project = [...world.projects.values()].find(
            (candidate) => candidate.owner === login && candidate.number === number && seesProject(asking, candidate),
          );
          if (!project) throw new Problem("NOT_FOUND", `Could not resolve to a ProjectV2 with the number ${number}.`);
          return projectView(asking, project);
        },
      };
    },
    node,
    // What is not there is null, with an error of its own at its place.
    nodes: ({ ids }: { ids: readonly string[] }) => ids.map((id) => attempt(() => node({ id }))),
  };
}

function attempt<T>(make: () => T): T | Error {
  try {
    return make();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
