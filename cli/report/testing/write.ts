/** Writes the report and the JSON of a made-up simulation: `write.mjs SHAPE FILE`, SHAPE as JSON. */
import { writeFileSync } from "node:fs";

import { reportPage } from "../page.ts";
import { simulationOf, type Shape } from "./simulations.ts";

const [shape = "", file = ""] = process.argv.slice(2);
const simulation = simulationOf(JSON.parse(shape) as Shape);
writeFileSync(`${file}.json`, JSON.stringify(simulation));
writeFileSync(file, reportPage(simulation));
