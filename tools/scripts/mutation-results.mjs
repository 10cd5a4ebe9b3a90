/** Every tested mutant with its result. An interrupted run has the results so far. */
export const tested = [];

class ResultsReporter {
  onMutantTested(mutant) {
    const { start, end } = mutant.location;
    tested.push({ ...mutant, location: { start: fromZero(start), end: fromZero(end) } });
    if (tested.length % 25 === 0) console.log(`${tested.length} mutants tested`);
  }
}

/** Stryker counts lines and columns from 1 in a result, and from 0 in a mutant. */
function fromZero({ line, column }) {
  return { line: line - 1, column: column - 1 };
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'results', injectableClass: ResultsReporter }];
