import fc from "fast-check";

// A failure prints its seed and path; the test, run without PROPERTY_RUNS, has the full number again.
const limit = process.env["PROPERTY_RUNS"];
if (limit !== undefined) fc.configureGlobal({ numRuns: Number(limit) });
