// Test files share a process, and Stryker sends all coverage of the process after each file. Coverage that begins with each
// file keeps that short.
const { __stryker__: stryker } = globalThis as { __stryker__?: { mutantCoverage?: object } };
if (stryker?.mutantCoverage !== undefined) Object.assign(stryker.mutantCoverage, { static: {}, perTest: {} });
