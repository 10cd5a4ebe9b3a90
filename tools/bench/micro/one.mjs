// Runs one row of a micro benchmark and prints its result as JSON; started by run.mjs.
const [, , name, contender] = process.argv;
const { run } = await import(`./${name}.mjs`);
console.log(JSON.stringify(await run(contender)));
process.exit(0);
