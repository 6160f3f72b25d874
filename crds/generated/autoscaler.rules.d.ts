// Generated from crds/autoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts.
import type { Place } from "./rules.js";
export declare const rules: Place;
