import { startFluxTool } from "./flux.ts";
import { tellStory } from "./story.ts";

tellStory("Flux", startFluxTool);
