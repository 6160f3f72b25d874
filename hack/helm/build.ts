import { command } from "../host/command.ts";
import { buildHelm } from "./helm.ts";

await command(async () => {
  console.log(await buildHelm());
});
