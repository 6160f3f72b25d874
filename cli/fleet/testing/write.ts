/** Writes the page of a made-up report: `write.mjs SHAPE FILE`, SHAPE as JSON. */
import { writeFileSync } from "node:fs";

import { fleetPage } from "../output/page.ts";
import { madeUpReport, type ReportShape } from "./reports.ts";

const [shape = "", file = ""] = process.argv.slice(2);
writeFileSync(file, fleetPage(madeUpReport(JSON.parse(shape) as ReportShape)));
