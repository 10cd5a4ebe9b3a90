export type Step =
  | { readonly kind: 'character'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'place'; readonly holds: (characters: readonly string[], index: number) => boolean }
  /** Goes on at several steps at once. */
  | { readonly kind: 'fork'; to: readonly number[] }
  | { readonly kind: 'end' };

/** The steps that have been reached together, and where each character leads from there. */
interface State {
  readonly reached: ReadonlySet<number>;
  readonly accepts: boolean;
  readonly next: Map<string, State>;
}

// What is kept of the characters seen; no client may fill the memory.
const MOST_TRANSITIONS = 5000;

/** Tests whole values, one character after the other. What it finds on its way it keeps for the next value. */
export class Automaton {
  readonly #steps: readonly Step[];
  // Where a step looks at its place, the same character may lead to different states.
  readonly #keepsStates: boolean;
  #states = new Map<string, State>();
  #start: State;
  #transitions = 0;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#keepsStates = steps.every(({ kind }) => kind !== 'place');
    this.#start = this.#stateOf([0]);
  }

  accepts(characters: readonly string[]): boolean {
    if (!this.#keepsStates) return run(this.#steps, characters, 0, true);
    let state = this.#start;
    for (const character of characters) {
      state = state.next.get(character) ?? this.#advance(state, character);
      if (state.reached.size === 0) return false;
    }
    return state.accepts;
  }

  #advance(state: State, character: string): State {
    if (++this.#transitions > MOST_TRANSITIONS) {
      this.#transitions = 0;
      this.#states = new Map();
      this.#start = this.#stateOf([0]);
    }
    const next = this.#stateOf(behind(state.reached, this.#steps, character));
    state.next.set(character, next);
    return next;
  }

  #stateOf(from: number[]): State {
    const reached = this.#keepsStates ? reach(from, this.#steps, [], 0) : new Set<number>();
    const key = [...reached].toSorted((one, other) => one - other).join();
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = { reached, accepts: reached.has(this.#steps.length - 1), next: new Map() };
    this.#states.set(key, state);
    return state;
  }
}

/** @param whole whether the end must be reached with the last character; else anywhere */
export function run(
  steps: readonly Step[],
  characters: readonly string[],
  start: number,
  whole: boolean,
): boolean {
  let current = reach([0], steps, characters, start);
  for (let index = start; ; index++) {
    if (current.has(steps.length - 1) && (!whole || index === characters.length)) return true;
    if (index === characters.length || current.size === 0) return false;
    const from = behind(current, steps, characters[index] as string);
    current = reach(from, steps, characters, index + 1);
  }
}

/** The steps behind those that take a character. */
function behind(reached: ReadonlySet<number>, steps: readonly Step[], character: string): number[] {
  const next: number[] = [];
  for (const position of reached) {
    const step = steps[position] as Step;
    if (step.kind === 'character' && step.accepts(character)) next.push(position + 1);
  }
  return next;
}

/** The steps that are reached from others without taking a character. */
function reach(
  from: number[],
  steps: readonly Step[],
  characters: readonly string[],
  index: number,
): Set<number> {
  const reached = new Set<number>();
  while (from.length > 0) {
    const position = from.pop() as number;
    if (reached.has(position)) continue;
    reached.add(position);
    const step = steps[position] as Step;
    if (step.kind === 'fork') from.push(...step.to);
    else if (step.kind === 'place' && step.holds(characters, index)) from.push(position + 1);
  }
  return reached;
}
