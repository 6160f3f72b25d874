/** Writes the report and the JSON of a made-up simulation: `write.mjs SHAPE FILE`, SHAPE as JSON. */
import { writeFileSync } from "node:fs";

import { writeReport } from "../write-report.ts";
import { simulationOf, type Shape } from "./simulations.ts";

const [shape = "", file = ""] = process.argv.slice(2);
const simulation = simulationOf(JSON.parse(shape) as Shape);
writeFileSync(`${file}.json`, JSON.stringify(simulation));
const problem = await writeReport(simulation, file);
if (problem !== null) throw new Error(problem);
