/** Creates the states of an expression in front of the state that follows. */
export type Build = (next: State) => State;

/** A state of an automaton. It is reached where what comes before matches. */
interface State {
  /** A character or an assertion; undefined: the next states are reached without either. */
  readonly atom: Atom | undefined;
  next: readonly State[];
  /** The step at which the state was last reached, so that no step visits it twice. */
  step: number;
}

interface Atom {
  matches(value: string, index: number): boolean;
  readonly isAssertion: boolean;
}

/** A token for one character, or one of the assertions `^`, `$`, `\b` and `\B`. */
export function character(token: string, flags: string): Build {
  const expression = new RegExp(token, `${flags}y`);
  const isAssertion = /^(?:[$^]|\\b)$/i.test(token);
  // Whether the token matches an ASCII character. An assertion also depends on the characters around.
  const known: (boolean | undefined)[] = Array.from({ length: isAssertion ? 0 : 128 });
  const matches = (value: string, index: number): boolean => {
    expression.lastIndex = index;
    return expression.test(value);
  };
  const atom: Atom = {
    isAssertion,
    matches(value, index) {
      const code = value.charCodeAt(index);
      return code < known.length ? (known[code] ??= matches(value, index)) : matches(value, index);
    },
  };
  return (next) => stateOf([next], atom);
}

export function sequence(one: Build, other: Build): Build {
  return (next) => one(other(next));
}

export function union(one: Build, other: Build): Build {
  return (next) => stateOf([one(next), other(next)]);
}

export function repeated(build: Build, min: number, max: number): Build {
  return (next) => {
    let first = next;
    if (max === Infinity) {
      first = stateOf([]);
      first.next = [build(first), next];
    } else {
      for (let count = min; count < max; count++) first = stateOf([build(first), next]);
    }
    for (let count = 0; count < min; count++) first = build(first);
    return first;
  };
}

function stateOf(next: readonly State[], atom?: Atom): State {
  return { atom, next, step: 0 };
}

/**
 * Runs an expression on whole values in time that grows linearly with their length. It follows all ways to match at once, and
 * accepts what JavaScript's engine accepts, since that engine tests each character.
 */
export function automatonTest(build: Build, flags: string): (value: string) => boolean {
  const end = stateOf([]);
  const start = build(end);
  const isUnicode = flags.includes('u');
  let step = 0;

  /** Adds all states to `reached` that need a character next. */
  function reach(states: readonly State[], value: string, index: number, reached: State[]): void {
    for (let place = 0; place < states.length; place++) {
      const state = states[place] as State;
      if (state.step === step) continue;
      state.step = step;
      const { atom } = state;
      if (atom !== undefined && !atom.isAssertion) reached.push(state);
      else if (atom === undefined || atom.matches(value, index)) reach(state.next, value, index, reached);
    }
  }

  return (value) => {
    step++;
    let index = 0;
    let current: State[] = [];
    reach([start], value, index, current);
    while (index < value.length && current.length > 0) {
      const isPair = isUnicode && (value.codePointAt(index) as number) > 0xffff;
      const behind = index + (isPair ? 2 : 1);
      const following: State[] = [];
      step++;
      for (const { atom, next } of current) {
        if (atom?.matches(value, index) === true) reach(next, value, behind, following);
      }
      index = behind;
      current = following;
    }
    return index === value.length && end.step === step;
  };
}
