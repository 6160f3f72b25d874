import fc from "fast-check";

// A failure prints its seed and path. `make test` runs without PROPERTY_RUNS: each property then has its full number.
const limit = process.env["PROPERTY_RUNS"];
if (limit !== undefined) fc.configureGlobal({ numRuns: Number(limit) });

const seed = process.env["PROPERTY_SEED"];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
