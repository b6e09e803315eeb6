// The shape of the forgery benchmark. A family is a way to forge evidence; each of its attacks is played in a fresh world and
// says whether it landed: whether the evidence that it made up would have been believed. None may. Its controls are honest
// work, which has to be believed.

export interface Outcome {
  /** It was believed. */
  readonly landed: boolean;
  /** What Signalbox said, in one line. */
  readonly why: string;
}

export interface Attack<World> {
  readonly name: string;
  /** What the forger does, in a few words. */
  readonly does: string;
  readonly attack: (world: World) => Promise<Outcome>;
}

export interface Family<World = unknown> {
  readonly family: string;
  readonly makeWorld: () => Promise<World>;
  readonly endWorld: (world: World) => Promise<void>;
  readonly attacks: readonly Attack<World>[];
  readonly controls?: readonly Attack<World>[];
  /** The same world with a defence taken out, and the attacks that land there: the benchmark sees a hole where there is one. */
  readonly planted: readonly Planted<World>[];
}

export interface Planted<World> {
  readonly without: string;
  readonly weaken: (world: World) => World;
  readonly lands: readonly string[];
}

export interface Played extends Outcome {
  readonly family: string;
  readonly name: string;
  readonly does: string;
  readonly kind: "attack" | "control" | "planted";
  /** As it has to be. */
  readonly isRight: boolean;
}

/** One thing to play, with its world bound: families of different worlds stand in one list. */
export interface Play {
  readonly family: string;
  readonly name: string;
  readonly kind: Played["kind"];
  /** The defence that was taken out; absent: none was. */
  readonly without?: string;
  readonly play: () => Promise<Played>;
}

export function playsOf<World>(family: Family<World>): readonly Play[] {
  const { attacks, controls = [], planted } = family;
  return [
    ...attacks.map((attack) => bind(family, attack, "attack")),
    ...controls.map((control) => bind(family, control, "control")),
    ...planted.flatMap(({ lands, weaken, without }) =>
      attacks
        .filter(({ name }) => lands.includes(name))
        .map((attack) => ({ ...bind(family, attack, "planted", weaken), without })),
    ),
  ];
}

function bind<World>(
  family: Family<World>,
  attack: Attack<World>,
  kind: Played["kind"],
  weaken: (world: World) => World = (world) => world,
): Play {
  const { name, does } = attack;
  const play = async (): Promise<Played> => {
    const world = await family.makeWorld();
    try {
      const outcome = await attack.attack(weaken(world));
      const isRight = outcome.landed === (kind !== "attack");
      return { ...outcome, family: family.family, name, does, kind, isRight };
    } finally {
      await family.endWorld(world);
    }
  };
  return { family: family.family, name, kind, play };
}
