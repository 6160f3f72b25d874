import { startArgoTool } from "./argo-cd.ts";
import { tellStory } from "./story.ts";

tellStory("Argo CD", startArgoTool);
