// Generated from cli/evaluate/autoscaler-case.schema.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","if":{"required":["autoscalers"]},"then":{"properties":{"autoscalers":{"items":{"required":["kind","metadata"],"properties":{"kind":{"enum":["Autoscaler","HorizontalPodAutoscaler"]},"metadata":{"type":"object","required":["namespace","name"],"properties":{"namespace":{"type":"string"},"name":{"type":"string"}}}}}},"steps":{"items":{"required":["object"],"properties":{"events":{"items":{"properties":{"autoscaler":{"required":["kind","metadata"],"properties":{"kind":{"enum":["Autoscaler","HorizontalPodAutoscaler"]},"metadata":{"type":"object","required":["namespace","name"],"properties":{"namespace":{"type":"string"},"name":{"type":"string"}}}}}},"if":{"required":["type"],"properties":{"type":{"enum":["Deleted","Forgotten"]}}},"then":{"required":["object"]}}}}}}}},"else":{"required":["autoscaler"]},"properties":{"settings":{"type":"object","properties":{"profile":{"const":"1.36"},"tolerance":{"type":"number","minimum":0},"downscaleStabilizationSeconds":{"type":"number","minimum":0},"cpuInitializationPeriodSeconds":{"type":"number","minimum":0},"initialReadinessDelaySeconds":{"type":"number","minimum":0},"scaleToZero":{"type":"boolean"}}},"autoscaler":{"$ref":"#/$defs/part4"},"autoscalers":{"type":"array","items":{"$ref":"#/$defs/part4"}},"steps":{"type":"array","items":{"type":"object","required":["now"],"if":{"required":["errors"],"properties":{"errors":{"contains":{"const":"getScale"}}}},"else":{"required":["scale"]},"properties":{"now":{"type":"string","format":"date-time","example":"2026-01-01T12:00:00Z"},"object":{"type":"string","example":"shop/web"},"events":{"type":"array","items":{"type":"object","required":["type"],"if":{"required":["type"],"properties":{"type":{"const":"Created"}}},"then":{"required":["autoscaler"]},"properties":{"type":{"enum":["Restarted","Deleted","Forgotten","Created"]},"object":{"type":"string","example":"shop/web"},"autoscaler":{"$ref":"#/$defs/part4"}}}},"autoscaler":{"$ref":"#/$defs/part4"},"scale":{"$ref":"#/$defs/part16"},"monitored":{"type":"array","items":{"$ref":"#/$defs/part16"}},"pods":{"type":"array","items":{"type":"object"}},"metrics":{"type":"object","properties":{"resource":{"type":"array","items":{"type":"object"}},"pods":{"type":"object","additionalProperties":{"type":"array","items":{"type":"object"}}},"object":{"type":"object","additionalProperties":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}},"external":{"$ref":"#/$defs/part17"},"prometheus":{"$ref":"#/$defs/part17"},"externalScaler":{"type":"object","additionalProperties":{"type":"object","properties":{"isActive":{"type":"boolean"},"metrics":{"type":"array","maxItems":100,"items":{"type":"object","required":["name","values"],"properties":{"name":{"type":"string"},"target":{"type":"string"},"values":{"type":"array","items":{"type":"string"}}}}}}}},"errors":{"type":"array","items":{"type":"string"}}}},"forecast":{"type":"object","required":["expected"],"properties":{"expected":{"type":"array","maxItems":1000,"items":{"type":"object","required":["metric","load","message"],"properties":{"metric":{"type":"integer","minimum":0,"maximum":2147483647},"load":{"type":"number","minimum":0},"message":{"type":"string"}}}},"without":{"type":"integer","minimum":0,"maximum":2147483647}}},"errors":{"type":"array","items":{"enum":["getScale","updateScale","updateStatus"]}},"conflicts":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"$defs":{"part0":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"part1":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"$ref":"#/$defs/part0"},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}},"part2":{"type":"object","properties":{"policies":{"$ref":"#/$defs/part3"}}},"part3":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}},"part4":{"type":"object","required":["spec"],"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"algorithm":{"enum":["Trimtab-1","HPA-1.36"]},"selectionStrategy":{"enum":["LabelSelector","OwnerReference"]}}}}},"properties":{"kind":{},"metadata":{},"spec":{"$ref":"#/$defs/part5"},"status":{"$ref":"#/$defs/part14"}}},"part5":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"algorithm":{},"selectionStrategy":{},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"$ref":"#/$defs/part6"},"combine":{"type":"object","required":["expression"],"properties":{"expression":{"type":"string","maxLength":1024}}},"replicaMultiple":{"type":"integer","minimum":1,"maximum":1000},"cpuInitializationPeriodSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"initialReadinessDelaySeconds":{"type":"integer","minimum":0,"maximum":2147483647},"thresholds":{"$ref":"#/$defs/part7"},"behavior":{"$ref":"#/$defs/part11"},"schedules":{"$ref":"#/$defs/part12"},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"idle":{"type":"object","properties":{"afterSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"forecast":{"type":"object","properties":{"wakeAhead":{"type":"boolean"}}},"healthGate":{"type":"object","properties":{"startSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"part6":{"type":"array","maxItems":1000,"items":{"$ref":"#/$defs/part1"}},"part7":{"type":"array","maxItems":1000,"items":{"$ref":"#/$defs/part8"}},"part8":{"type":"object","required":["name","type"],"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"fallback":{"$ref":"#/$defs/part0"},"value":{"$ref":"#/$defs/part9"},"intention":{"$ref":"#/$defs/part10"}}},"part9":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"$ref":"#/$defs/part1"},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"part10":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}},"part11":{"type":"object","properties":{"scaleUp":{"$ref":"#/$defs/part2"},"scaleDown":{"$ref":"#/$defs/part2"}}},"part12":{"type":"array","maxItems":50,"items":{"$ref":"#/$defs/part13"}},"part13":{"type":"object","required":["name","timeZone","start","end"],"properties":{"name":{"type":"string"},"timeZone":{"type":"string"},"start":{"type":"string"},"end":{"type":"string"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647}}},"part14":{"type":"object","properties":{"conditions":{"$ref":"#/$defs/part15"},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}},"part15":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"part16":{"type":"object","required":["specReplicas","statusReplicas"],"properties":{"specReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"statusReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"selector":{"type":"string"},"rollout":{"enum":["Rolling","Announced"]},"zeroOf":{"enum":["Operator","Other"]},"isServing":{"type":"boolean"},"uid":{"type":"string"}}},"part17":{"type":"object","additionalProperties":{"type":"array","items":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}}}}};
const schema7 = {"type":"object","required":["spec"],"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"algorithm":{"enum":["Trimtab-1","HPA-1.36"]},"selectionStrategy":{"enum":["LabelSelector","OwnerReference"]}}}}},"properties":{"kind":{},"metadata":{},"spec":{"$ref":"#/$defs/part5"},"status":{"$ref":"#/$defs/part14"}}};
const schema8 = {"type":"object","required":["maxReplicas"],"properties":{"mode":{},"algorithm":{},"selectionStrategy":{},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"$ref":"#/$defs/part6"},"combine":{"type":"object","required":["expression"],"properties":{"expression":{"type":"string","maxLength":1024}}},"replicaMultiple":{"type":"integer","minimum":1,"maximum":1000},"cpuInitializationPeriodSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"initialReadinessDelaySeconds":{"type":"integer","minimum":0,"maximum":2147483647},"thresholds":{"$ref":"#/$defs/part7"},"behavior":{"$ref":"#/$defs/part11"},"schedules":{"$ref":"#/$defs/part12"},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"idle":{"type":"object","properties":{"afterSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"forecast":{"type":"object","properties":{"wakeAhead":{"type":"boolean"}}},"healthGate":{"type":"object","properties":{"startSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}};
const schema9 = {"type":"array","maxItems":1000,"items":{"$ref":"#/$defs/part1"}};
const schema10 = {"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"$ref":"#/$defs/part0"},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}};
const schema11 = {"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.replicas === undefined) && (missing0 = "replicas")){
validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.failureDurationSeconds !== undefined){
let data0 = data.failureDurationSeconds;
const _errs1 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate26.errors = [{instancePath:instancePath+"/failureDurationSeconds",schemaPath:"#/properties/failureDurationSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs1){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
validate26.errors = [{instancePath:instancePath+"/failureDurationSeconds",schemaPath:"#/properties/failureDurationSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate26.errors = [{instancePath:instancePath+"/failureDurationSeconds",schemaPath:"#/properties/failureDurationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.replicas !== undefined){
let data1 = data.replicas;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate26.errors = [{instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
validate26.errors = [{instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data1 < 1 || isNaN(data1)){
validate26.errors = [{instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.behavior !== undefined){
let data2 = data.behavior;
const _errs5 = errors;
if(!(((data2 === "Static") || (data2 === "CurrentIfHigher")) || (data2 === "CurrentIfLower"))){
validate26.errors = [{instancePath:instancePath+"/behavior",schemaPath:"#/properties/behavior/enum",keyword:"enum",params:{allowedValues: schema11.properties.behavior.enum}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.type !== undefined){
const _errs1 = errors;
if(typeof data.type !== "string"){
validate25.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
const _errs3 = errors;
if(typeof data.name !== "string"){
validate25.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fallback !== undefined){
const _errs5 = errors;
if(!(validate26(data.fallback, {instancePath:instancePath+"/fallback",parentData:data,parentDataProperty:"fallback",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.activation !== undefined){
let data3 = data.activation;
const _errs6 = errors;
if(errors === _errs6){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((data3.value === undefined) && (missing1 = "value")){
validate25.errors = [{instancePath:instancePath+"/activation",schemaPath:"#/properties/activation/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data3.value !== undefined){
let data4 = data3.value;
if((!((typeof data4 == "number") && (isFinite(data4)))) && (typeof data4 !== "string")){
validate25.errors = [{instancePath:instancePath+"/activation/value",schemaPath:"#/properties/activation/properties/value/type",keyword:"type",params:{type: schema10.properties.activation.properties.value.type}}];
return false;
}
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/activation",schemaPath:"#/properties/activation/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.maxAgeSeconds !== undefined){
let data5 = data.maxAgeSeconds;
const _errs10 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate25.errors = [{instancePath:instancePath+"/maxAgeSeconds",schemaPath:"#/properties/maxAgeSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs10){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 2147483647 || isNaN(data5)){
validate25.errors = [{instancePath:instancePath+"/maxAgeSeconds",schemaPath:"#/properties/maxAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data5 < 1 || isNaN(data5)){
validate25.errors = [{instancePath:instancePath+"/maxAgeSeconds",schemaPath:"#/properties/maxAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1000){
validate24.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1000}}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate25(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
else {
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}

const schema12 = {"type":"array","maxItems":1000,"items":{"$ref":"#/$defs/part8"}};
const schema13 = {"type":"object","required":["name","type"],"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"fallback":{"$ref":"#/$defs/part0"},"value":{"$ref":"#/$defs/part9"},"intention":{"$ref":"#/$defs/part10"}}};
const schema14 = {"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"$ref":"#/$defs/part1"},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.metric === undefined) && (missing0 = "metric")) || ((data.comparison === undefined) && (missing0 = "comparison"))) || ((data.value === undefined) && (missing0 = "value"))) || ((data.durationSeconds === undefined) && (missing0 = "durationSeconds"))) || ((data.increment === undefined) && (missing0 = "increment"))){
validate33.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.metric !== undefined){
const _errs1 = errors;
if(!(validate25(data.metric, {instancePath:instancePath+"/metric",parentData:data,parentDataProperty:"metric",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.comparison !== undefined){
let data1 = data.comparison;
const _errs2 = errors;
if(!((((data1 === "GreaterThan") || (data1 === "GreaterThanOrEqual")) || (data1 === "LessThan")) || (data1 === "LessThanOrEqual"))){
validate33.errors = [{instancePath:instancePath+"/comparison",schemaPath:"#/properties/comparison/enum",keyword:"enum",params:{allowedValues: schema14.properties.comparison.enum}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
let data2 = data.value;
const _errs3 = errors;
if((!((typeof data2 == "number") && (isFinite(data2)))) && (typeof data2 !== "string")){
validate33.errors = [{instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: schema14.properties.value.type}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.durationSeconds !== undefined){
let data3 = data.durationSeconds;
const _errs5 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate33.errors = [{instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 2147483647 || isNaN(data3)){
validate33.errors = [{instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data3 < 1 || isNaN(data3)){
validate33.errors = [{instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.increment !== undefined){
let data4 = data.increment;
const _errs7 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate33.errors = [{instancePath:instancePath+"/increment",schemaPath:"#/properties/increment/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 2147483647 || isNaN(data4)){
validate33.errors = [{instancePath:instancePath+"/increment",schemaPath:"#/properties/increment/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data4 < -1000 || isNaN(data4)){
validate33.errors = [{instancePath:instancePath+"/increment",schemaPath:"#/properties/increment/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1000}}];
return false;
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate33.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.intent === undefined) && (missing0 = "intent")) || ((data.value === undefined) && (missing0 = "value"))){
validate36.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.intent !== undefined){
let data0 = data.intent;
const _errs1 = errors;
if(!((((data0 === "CPUUtilization") || (data0 === "MemoryUtilization")) || (data0 === "RequestsPerSecondPerPod")) || (data0 === "PodsMetric"))){
validate36.errors = [{instancePath:instancePath+"/intent",schemaPath:"#/properties/intent/enum",keyword:"enum",params:{allowedValues: schema15.properties.intent.enum}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metric !== undefined){
let data1 = data.metric;
const _errs2 = errors;
if(errors === _errs2){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((data1.name === undefined) && (missing1 = "name")){
validate36.errors = [{instancePath:instancePath+"/metric",schemaPath:"#/properties/metric/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data1.name !== undefined){
if(typeof data1.name !== "string"){
validate36.errors = [{instancePath:instancePath+"/metric/name",schemaPath:"#/properties/metric/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/metric",schemaPath:"#/properties/metric/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
let data3 = data.value;
const _errs6 = errors;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (typeof data3 !== "string")){
validate36.errors = [{instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: schema15.properties.value.type}}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate36.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate36.errors = vErrors;
return errors === 0;
}


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("Value" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.value === undefined) && (missing1 = "value")){
validate31.errors = [{instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
}
if(!valid1){
const err2 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate31.errors = vErrors;
return false;
}
var valid0 = _errs1 === errors;
if(valid0){
const _errs6 = errors;
const _errs7 = errors;
let valid3 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.type === undefined) && (missing2 = "type")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
if(data.type !== undefined){
if("Intention" !== data.type){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.intention === undefined) && (missing3 = "intention")){
validate31.errors = [{instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
}
var _valid1 = _errs10 === errors;
valid3 = _valid1;
}
if(!valid3){
const err5 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate31.errors = vErrors;
return false;
}
var valid0 = _errs6 === errors;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if(((data.name === undefined) && (missing4 = "name")) || ((data.type === undefined) && (missing4 = "type"))){
validate31.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data.name !== undefined){
const _errs11 = errors;
if(typeof data.name !== "string"){
validate31.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid5 = _errs11 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.type !== undefined){
let data3 = data.type;
const _errs13 = errors;
if(!((data3 === "Value") || (data3 === "Intention"))){
validate31.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema13.properties.type.enum}}];
return false;
}
var valid5 = _errs13 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.fallback !== undefined){
const _errs14 = errors;
if(!(validate26(data.fallback, {instancePath:instancePath+"/fallback",parentData:data,parentDataProperty:"fallback",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
var valid5 = _errs14 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.value !== undefined){
const _errs15 = errors;
if(!(validate33(data.value, {instancePath:instancePath+"/value",parentData:data,parentDataProperty:"value",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var valid5 = _errs15 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.intention !== undefined){
const _errs16 = errors;
if(!(validate36(data.intention, {instancePath:instancePath+"/intention",parentData:data,parentDataProperty:"intention",rootData}))){
vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors);
errors = vErrors.length;
}
var valid5 = _errs16 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}


function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1000){
validate30.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1000}}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate31(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
else {
validate30.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate30.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":"object","properties":{"scaleUp":{"$ref":"#/$defs/part2"},"scaleDown":{"$ref":"#/$defs/part2"}}};
const schema17 = {"type":"object","properties":{"policies":{"$ref":"#/$defs/part3"}}};
const schema18 = {"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1000){
validate42.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1000}}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if(((data0.value === undefined) && (missing0 = "value")) || ((data0.periodSeconds === undefined) && (missing0 = "periodSeconds"))){
validate42.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data0.value !== undefined){
let data1 = data0.value;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate42.errors = [{instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
validate42.errors = [{instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data1 < 1 || isNaN(data1)){
validate42.errors = [{instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.periodSeconds !== undefined){
let data2 = data0.periodSeconds;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate42.errors = [{instancePath:instancePath+"/" + i0+"/periodSeconds",schemaPath:"#/items/properties/periodSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 2147483647 || isNaN(data2)){
validate42.errors = [{instancePath:instancePath+"/" + i0+"/periodSeconds",schemaPath:"#/items/properties/periodSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data2 < 1 || isNaN(data2)){
validate42.errors = [{instancePath:instancePath+"/" + i0+"/periodSeconds",schemaPath:"#/items/properties/periodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
else {
validate42.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate42.errors = vErrors;
return errors === 0;
}


function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.policies !== undefined){
if(!(validate42(data.policies, {instancePath:instancePath+"/policies",parentData:data,parentDataProperty:"policies",rootData}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
}
else {
validate41.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate41.errors = vErrors;
return errors === 0;
}


function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.scaleUp !== undefined){
const _errs1 = errors;
if(!(validate41(data.scaleUp, {instancePath:instancePath+"/scaleUp",parentData:data,parentDataProperty:"scaleUp",rootData}))){
vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scaleDown !== undefined){
const _errs2 = errors;
if(!(validate41(data.scaleDown, {instancePath:instancePath+"/scaleDown",parentData:data,parentDataProperty:"scaleDown",rootData}))){
vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
}
}
else {
validate40.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate40.errors = vErrors;
return errors === 0;
}

const schema19 = {"type":"array","maxItems":50,"items":{"$ref":"#/$defs/part13"}};
const schema20 = {"type":"object","required":["name","timeZone","start","end"],"properties":{"name":{"type":"string"},"timeZone":{"type":"string"},"start":{"type":"string"},"end":{"type":"string"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647}}};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.name === undefined) && (missing0 = "name")) || ((data.timeZone === undefined) && (missing0 = "timeZone"))) || ((data.start === undefined) && (missing0 = "start"))) || ((data.end === undefined) && (missing0 = "end"))){
validate48.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.name !== undefined){
const _errs1 = errors;
if(typeof data.name !== "string"){
validate48.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeZone !== undefined){
const _errs3 = errors;
if(typeof data.timeZone !== "string"){
validate48.errors = [{instancePath:instancePath+"/timeZone",schemaPath:"#/properties/timeZone/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.start !== undefined){
const _errs5 = errors;
if(typeof data.start !== "string"){
validate48.errors = [{instancePath:instancePath+"/start",schemaPath:"#/properties/start/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.end !== undefined){
const _errs7 = errors;
if(typeof data.end !== "string"){
validate48.errors = [{instancePath:instancePath+"/end",schemaPath:"#/properties/end/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.minReplicas !== undefined){
let data4 = data.minReplicas;
const _errs9 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate48.errors = [{instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs9){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 2147483647 || isNaN(data4)){
validate48.errors = [{instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate48.errors = [{instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.maxReplicas !== undefined){
let data5 = data.maxReplicas;
const _errs11 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate48.errors = [{instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 2147483647 || isNaN(data5)){
validate48.errors = [{instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data5 < 1 || isNaN(data5)){
validate48.errors = [{instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate48.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate48.errors = vErrors;
return errors === 0;
}


function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 50){
validate47.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 50}}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate48(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
else {
validate47.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate47.errors = vErrors;
return errors === 0;
}

const func2 = text => { let length = 0; for (const _ of text) length += 1; return length; };

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.maxReplicas === undefined) && (missing0 = "maxReplicas")){
validate23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.compatibility !== undefined){
const _errs1 = errors;
const _errs2 = errors;
const _errs3 = errors;
const _errs4 = errors;
const _errs5 = errors;
if(!(data.compatibility === "None")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var valid2 = _errs5 === errors;
if(valid2){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs3 === errors;
if(valid1){
validate23.errors = [{instancePath:instancePath+"/compatibility",schemaPath:"#/properties/compatibility/not",keyword:"not",params:{}}];
return false;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.minReplicas !== undefined){
let data1 = data.minReplicas;
const _errs6 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate23.errors = [{instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs6){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
validate23.errors = [{instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate23.errors = [{instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.maxReplicas !== undefined){
let data2 = data.maxReplicas;
const _errs8 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate23.errors = [{instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs8){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 2147483647 || isNaN(data2)){
validate23.errors = [{instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data2 < 1 || isNaN(data2)){
validate23.errors = [{instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metrics !== undefined){
const _errs10 = errors;
if(!(validate24(data.metrics, {instancePath:instancePath+"/metrics",parentData:data,parentDataProperty:"metrics",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.combine !== undefined){
let data4 = data.combine;
const _errs11 = errors;
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if((data4.expression === undefined) && (missing1 = "expression")){
validate23.errors = [{instancePath:instancePath+"/combine",schemaPath:"#/properties/combine/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data4.expression !== undefined){
let data5 = data4.expression;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(func2(data5) > 1024){
validate23.errors = [{instancePath:instancePath+"/combine/expression",schemaPath:"#/properties/combine/properties/expression/maxLength",keyword:"maxLength",params:{limit: 1024}}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/combine/expression",schemaPath:"#/properties/combine/properties/expression/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/combine",schemaPath:"#/properties/combine/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.replicaMultiple !== undefined){
let data6 = data.replicaMultiple;
const _errs15 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate23.errors = [{instancePath:instancePath+"/replicaMultiple",schemaPath:"#/properties/replicaMultiple/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000 || isNaN(data6)){
validate23.errors = [{instancePath:instancePath+"/replicaMultiple",schemaPath:"#/properties/replicaMultiple/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000}}];
return false;
}
else {
if(data6 < 1 || isNaN(data6)){
validate23.errors = [{instancePath:instancePath+"/replicaMultiple",schemaPath:"#/properties/replicaMultiple/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cpuInitializationPeriodSeconds !== undefined){
let data7 = data.cpuInitializationPeriodSeconds;
const _errs17 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate23.errors = [{instancePath:instancePath+"/cpuInitializationPeriodSeconds",schemaPath:"#/properties/cpuInitializationPeriodSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs17){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 2147483647 || isNaN(data7)){
validate23.errors = [{instancePath:instancePath+"/cpuInitializationPeriodSeconds",schemaPath:"#/properties/cpuInitializationPeriodSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate23.errors = [{instancePath:instancePath+"/cpuInitializationPeriodSeconds",schemaPath:"#/properties/cpuInitializationPeriodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.initialReadinessDelaySeconds !== undefined){
let data8 = data.initialReadinessDelaySeconds;
const _errs19 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate23.errors = [{instancePath:instancePath+"/initialReadinessDelaySeconds",schemaPath:"#/properties/initialReadinessDelaySeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs19){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 2147483647 || isNaN(data8)){
validate23.errors = [{instancePath:instancePath+"/initialReadinessDelaySeconds",schemaPath:"#/properties/initialReadinessDelaySeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate23.errors = [{instancePath:instancePath+"/initialReadinessDelaySeconds",schemaPath:"#/properties/initialReadinessDelaySeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.thresholds !== undefined){
const _errs21 = errors;
if(!(validate30(data.thresholds, {instancePath:instancePath+"/thresholds",parentData:data,parentDataProperty:"thresholds",rootData}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.behavior !== undefined){
const _errs22 = errors;
if(!(validate40(data.behavior, {instancePath:instancePath+"/behavior",parentData:data,parentDataProperty:"behavior",rootData}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.schedules !== undefined){
const _errs23 = errors;
if(!(validate47(data.schedules, {instancePath:instancePath+"/schedules",parentData:data,parentDataProperty:"schedules",rootData}))){
vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
errors = vErrors.length;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cooldown !== undefined){
let data12 = data.cooldown;
const _errs24 = errors;
if(errors === _errs24){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.scaleUpSeconds !== undefined){
let data13 = data12.scaleUpSeconds;
const _errs26 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate23.errors = [{instancePath:instancePath+"/cooldown/scaleUpSeconds",schemaPath:"#/properties/cooldown/properties/scaleUpSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs26){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 2147483647 || isNaN(data13)){
validate23.errors = [{instancePath:instancePath+"/cooldown/scaleUpSeconds",schemaPath:"#/properties/cooldown/properties/scaleUpSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data13 < 0 || isNaN(data13)){
validate23.errors = [{instancePath:instancePath+"/cooldown/scaleUpSeconds",schemaPath:"#/properties/cooldown/properties/scaleUpSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/cooldown",schemaPath:"#/properties/cooldown/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.idle !== undefined){
let data14 = data.idle;
const _errs28 = errors;
if(errors === _errs28){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.afterSeconds !== undefined){
let data15 = data14.afterSeconds;
const _errs30 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate23.errors = [{instancePath:instancePath+"/idle/afterSeconds",schemaPath:"#/properties/idle/properties/afterSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs30){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 2147483647 || isNaN(data15)){
validate23.errors = [{instancePath:instancePath+"/idle/afterSeconds",schemaPath:"#/properties/idle/properties/afterSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data15 < 0 || isNaN(data15)){
validate23.errors = [{instancePath:instancePath+"/idle/afterSeconds",schemaPath:"#/properties/idle/properties/afterSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/idle",schemaPath:"#/properties/idle/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rollout !== undefined){
let data16 = data.rollout;
const _errs32 = errors;
if(errors === _errs32){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(data16.maxHoldSeconds !== undefined){
let data17 = data16.maxHoldSeconds;
const _errs34 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate23.errors = [{instancePath:instancePath+"/rollout/maxHoldSeconds",schemaPath:"#/properties/rollout/properties/maxHoldSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs34){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 2147483647 || isNaN(data17)){
validate23.errors = [{instancePath:instancePath+"/rollout/maxHoldSeconds",schemaPath:"#/properties/rollout/properties/maxHoldSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data17 < 0 || isNaN(data17)){
validate23.errors = [{instancePath:instancePath+"/rollout/maxHoldSeconds",schemaPath:"#/properties/rollout/properties/maxHoldSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.forecast !== undefined){
let data18 = data.forecast;
const _errs36 = errors;
if(errors === _errs36){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.wakeAhead !== undefined){
if(typeof data18.wakeAhead !== "boolean"){
validate23.errors = [{instancePath:instancePath+"/forecast/wakeAhead",schemaPath:"#/properties/forecast/properties/wakeAhead/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/forecast",schemaPath:"#/properties/forecast/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs36 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.healthGate !== undefined){
let data20 = data.healthGate;
const _errs40 = errors;
if(errors === _errs40){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.startSeconds !== undefined){
let data21 = data20.startSeconds;
const _errs42 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
validate23.errors = [{instancePath:instancePath+"/healthGate/startSeconds",schemaPath:"#/properties/healthGate/properties/startSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs42){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 2147483647 || isNaN(data21)){
validate23.errors = [{instancePath:instancePath+"/healthGate/startSeconds",schemaPath:"#/properties/healthGate/properties/startSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data21 < 0 || isNaN(data21)){
validate23.errors = [{instancePath:instancePath+"/healthGate/startSeconds",schemaPath:"#/properties/healthGate/properties/startSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs42 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data20.maxHoldSeconds !== undefined){
let data22 = data20.maxHoldSeconds;
const _errs44 = errors;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
validate23.errors = [{instancePath:instancePath+"/healthGate/maxHoldSeconds",schemaPath:"#/properties/healthGate/properties/maxHoldSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs44){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 2147483647 || isNaN(data22)){
validate23.errors = [{instancePath:instancePath+"/healthGate/maxHoldSeconds",schemaPath:"#/properties/healthGate/properties/maxHoldSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data22 < 0 || isNaN(data22)){
validate23.errors = [{instancePath:instancePath+"/healthGate/maxHoldSeconds",schemaPath:"#/properties/healthGate/properties/maxHoldSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs44 === errors;
}
else {
var valid8 = true;
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/healthGate",schemaPath:"#/properties/healthGate/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}

const schema21 = {"type":"object","properties":{"conditions":{"$ref":"#/$defs/part15"},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}};
const schema22 = {"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if(((data0.type === undefined) && (missing0 = "type")) || ((data0.status === undefined) && (missing0 = "status"))){
validate53.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data0.type !== undefined){
const _errs3 = errors;
if(typeof data0.type !== "string"){
validate53.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.status !== undefined){
let data2 = data0.status;
const _errs5 = errors;
if(!(((data2 === "True") || (data2 === "False")) || (data2 === "Unknown"))){
validate53.errors = [{instancePath:instancePath+"/" + i0+"/status",schemaPath:"#/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema22.items.properties.status.enum}}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reason !== undefined){
const _errs6 = errors;
if(typeof data0.reason !== "string"){
validate53.errors = [{instancePath:instancePath+"/" + i0+"/reason",schemaPath:"#/items/properties/reason/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.message !== undefined){
const _errs8 = errors;
if(typeof data0.message !== "string"){
validate53.errors = [{instancePath:instancePath+"/" + i0+"/message",schemaPath:"#/items/properties/message/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate53.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}


function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.conditions !== undefined){
const _errs1 = errors;
if(!(validate53(data.conditions, {instancePath:instancePath+"/conditions",parentData:data,parentDataProperty:"conditions",rootData}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.desiredReplicas !== undefined){
let data1 = data.desiredReplicas;
const _errs2 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate52.errors = [{instancePath:instancePath+"/desiredReplicas",schemaPath:"#/properties/desiredReplicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
validate52.errors = [{instancePath:instancePath+"/desiredReplicas",schemaPath:"#/properties/desiredReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate52.errors = [{instancePath:instancePath+"/desiredReplicas",schemaPath:"#/properties/desiredReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.currentMetrics !== undefined){
let data2 = data.currentMetrics;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs6 = errors;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
validate52.errors = [{instancePath:instancePath+"/currentMetrics/" + i0,schemaPath:"#/properties/currentMetrics/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/currentMetrics",schemaPath:"#/properties/currentMetrics/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate52.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.kind !== undefined){
if("HorizontalPodAutoscaler" !== data.kind){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.spec !== undefined){
let data1 = data.spec;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.mode !== undefined){
let data2 = data1.mode;
const _errs6 = errors;
if(!(((data2 === "Active") || (data2 === "DryRun")) || (data2 === "Paused"))){
validate22.errors = [{instancePath:instancePath+"/spec/mode",schemaPath:"#/else/properties/spec/properties/mode/enum",keyword:"enum",params:{allowedValues: schema7.else.properties.spec.properties.mode.enum}}];
return false;
}
var valid3 = _errs6 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.algorithm !== undefined){
let data3 = data1.algorithm;
const _errs7 = errors;
if(!((data3 === "Trimtab-1") || (data3 === "HPA-1.36"))){
validate22.errors = [{instancePath:instancePath+"/spec/algorithm",schemaPath:"#/else/properties/spec/properties/algorithm/enum",keyword:"enum",params:{allowedValues: schema7.else.properties.spec.properties.algorithm.enum}}];
return false;
}
var valid3 = _errs7 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.selectionStrategy !== undefined){
let data4 = data1.selectionStrategy;
const _errs8 = errors;
if(!((data4 === "LabelSelector") || (data4 === "OwnerReference"))){
validate22.errors = [{instancePath:instancePath+"/spec/selectionStrategy",schemaPath:"#/else/properties/spec/properties/selectionStrategy/enum",keyword:"enum",params:{allowedValues: schema7.else.properties.spec.properties.selectionStrategy.enum}}];
return false;
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate22.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.spec === undefined) && (missing1 = "spec")){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data.spec !== undefined){
const _errs9 = errors;
if(!(validate23(data.spec, {instancePath:instancePath+"/spec",parentData:data,parentDataProperty:"spec",rootData}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
var valid4 = _errs9 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.status !== undefined){
const _errs10 = errors;
if(!(validate52(data.status, {instancePath:instancePath+"/status",parentData:data,parentDataProperty:"status",rootData}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
var valid4 = _errs10 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

const schema23 = {"type":"object","required":["specReplicas","statusReplicas"],"properties":{"specReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"statusReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"selector":{"type":"string"},"rollout":{"enum":["Rolling","Announced"]},"zeroOf":{"enum":["Operator","Other"]},"isServing":{"type":"boolean"},"uid":{"type":"string"}}};

function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.specReplicas === undefined) && (missing0 = "specReplicas")) || ((data.statusReplicas === undefined) && (missing0 = "statusReplicas"))){
validate60.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.specReplicas !== undefined){
let data0 = data.specReplicas;
const _errs1 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate60.errors = [{instancePath:instancePath+"/specReplicas",schemaPath:"#/properties/specReplicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs1){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
validate60.errors = [{instancePath:instancePath+"/specReplicas",schemaPath:"#/properties/specReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate60.errors = [{instancePath:instancePath+"/specReplicas",schemaPath:"#/properties/specReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.statusReplicas !== undefined){
let data1 = data.statusReplicas;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate60.errors = [{instancePath:instancePath+"/statusReplicas",schemaPath:"#/properties/statusReplicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
validate60.errors = [{instancePath:instancePath+"/statusReplicas",schemaPath:"#/properties/statusReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate60.errors = [{instancePath:instancePath+"/statusReplicas",schemaPath:"#/properties/statusReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.selector !== undefined){
const _errs5 = errors;
if(typeof data.selector !== "string"){
validate60.errors = [{instancePath:instancePath+"/selector",schemaPath:"#/properties/selector/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rollout !== undefined){
let data3 = data.rollout;
const _errs7 = errors;
if(!((data3 === "Rolling") || (data3 === "Announced"))){
validate60.errors = [{instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/enum",keyword:"enum",params:{allowedValues: schema23.properties.rollout.enum}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.zeroOf !== undefined){
let data4 = data.zeroOf;
const _errs8 = errors;
if(!((data4 === "Operator") || (data4 === "Other"))){
validate60.errors = [{instancePath:instancePath+"/zeroOf",schemaPath:"#/properties/zeroOf/enum",keyword:"enum",params:{allowedValues: schema23.properties.zeroOf.enum}}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.isServing !== undefined){
const _errs9 = errors;
if(typeof data.isServing !== "boolean"){
validate60.errors = [{instancePath:instancePath+"/isServing",schemaPath:"#/properties/isServing/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uid !== undefined){
const _errs11 = errors;
if(typeof data.uid !== "string"){
validate60.errors = [{instancePath:instancePath+"/uid",schemaPath:"#/properties/uid/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate60.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate60.errors = vErrors;
return errors === 0;
}

const schema24 = {"type":"object","additionalProperties":{"type":"array","items":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}}};

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs4 = errors;
if((typeof data1 !== "string") && (!(data1 && typeof data1 == "object" && !Array.isArray(data1)))){
validate63.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/additionalProperties/items/type",keyword:"type",params:{type: schema24.additionalProperties.items.type}}];
return false;
}
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing0;
if((data1.value === undefined) && (missing0 = "value")){
validate63.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/additionalProperties/items/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data1.value !== undefined){
const _errs6 = errors;
if(typeof data1.value !== "string"){
validate63.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/value",schemaPath:"#/additionalProperties/items/properties/value/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.timestamp !== undefined){
const _errs8 = errors;
if(typeof data1.timestamp !== "string"){
validate63.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/timestamp",schemaPath:"#/additionalProperties/items/properties/timestamp/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.windowSeconds !== undefined){
let data4 = data1.windowSeconds;
const _errs10 = errors;
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate63.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/windowSeconds",schemaPath:"#/additionalProperties/items/properties/windowSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate63.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/windowSeconds",schemaPath:"#/additionalProperties/items/properties/windowSeconds/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
validate63.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs2 === errors;
if(!valid0){
break;
}
}
}
else {
validate63.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate63.errors = vErrors;
return errors === 0;
}

const formats0 = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.autoscalers === undefined) && (missing0 = "autoscalers")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.autoscalers !== undefined){
let data0 = data.autoscalers;
const _errs4 = errors;
if(Array.isArray(data0)){
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs5 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.kind === undefined) && (missing1 = "kind")) || ((data1.metadata === undefined) && (missing1 = "metadata"))){
validate21.errors = [{instancePath:instancePath+"/autoscalers/" + i0,schemaPath:"#/then/properties/autoscalers/items/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data1.kind !== undefined){
let data2 = data1.kind;
const _errs6 = errors;
if(!((data2 === "Autoscaler") || (data2 === "HorizontalPodAutoscaler"))){
validate21.errors = [{instancePath:instancePath+"/autoscalers/" + i0+"/kind",schemaPath:"#/then/properties/autoscalers/items/properties/kind/enum",keyword:"enum",params:{allowedValues: schema6.then.properties.autoscalers.items.properties.kind.enum}}];
return false;
}
var valid3 = _errs6 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.metadata !== undefined){
let data3 = data1.metadata;
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if(((data3.namespace === undefined) && (missing2 = "namespace")) || ((data3.name === undefined) && (missing2 = "name"))){
validate21.errors = [{instancePath:instancePath+"/autoscalers/" + i0+"/metadata",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data3.namespace !== undefined){
const _errs9 = errors;
if(typeof data3.namespace !== "string"){
validate21.errors = [{instancePath:instancePath+"/autoscalers/" + i0+"/metadata/namespace",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/properties/namespace/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs9 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data3.name !== undefined){
const _errs11 = errors;
if(typeof data3.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/autoscalers/" + i0+"/metadata/name",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/autoscalers/" + i0+"/metadata",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid3 = _errs7 === errors;
}
else {
var valid3 = true;
}
}
}
}
var valid2 = _errs5 === errors;
if(!valid2){
break;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.steps !== undefined){
let data6 = data.steps;
const _errs13 = errors;
if(Array.isArray(data6)){
var valid5 = true;
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
const _errs14 = errors;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing3;
if((data7.object === undefined) && (missing3 = "object")){
validate21.errors = [{instancePath:instancePath+"/steps/" + i1,schemaPath:"#/then/properties/steps/items/required",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data7.events !== undefined){
let data8 = data7.events;
if(Array.isArray(data8)){
var valid7 = true;
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
const _errs16 = errors;
const _errs17 = errors;
let valid8 = true;
const _errs18 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing4;
if((data9.type === undefined) && (missing4 = "type")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
if(data9.type !== undefined){
let data10 = data9.type;
if(!((data10 === "Deleted") || (data10 === "Forgotten"))){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
var _valid1 = _errs18 === errors;
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs20 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing5;
if((data9.object === undefined) && (missing5 = "object")){
validate21.errors = [{instancePath:instancePath+"/steps/" + i1+"/events/" + i2,schemaPath:"#/then/properties/steps/items/properties/events/items/then/required",keyword:"required",params:{missingProperty: missing5}}];
return false;
}
}
var _valid1 = _errs20 === errors;
valid8 = _valid1;
}
if(!valid8){
const err3 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2,schemaPath:"#/then/properties/steps/items/properties/events/items/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate21.errors = vErrors;
return false;
}
if(errors === _errs16){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.autoscaler !== undefined){
let data11 = data9.autoscaler;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing6;
if(((data11.kind === undefined) && (missing6 = "kind")) || ((data11.metadata === undefined) && (missing6 = "metadata"))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/required",keyword:"required",params:{missingProperty: missing6}}];
return false;
}
else {
if(data11.kind !== undefined){
let data12 = data11.kind;
const _errs22 = errors;
if(!((data12 === "Autoscaler") || (data12 === "HorizontalPodAutoscaler"))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/kind",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/kind/enum",keyword:"enum",params:{allowedValues: schema6.then.properties.steps.items.properties.events.items.properties.autoscaler.properties.kind.enum}}];
return false;
}
var valid11 = _errs22 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data11.metadata !== undefined){
let data13 = data11.metadata;
const _errs23 = errors;
if(errors === _errs23){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing7;
if(((data13.namespace === undefined) && (missing7 = "namespace")) || ((data13.name === undefined) && (missing7 = "name"))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/required",keyword:"required",params:{missingProperty: missing7}}];
return false;
}
else {
if(data13.namespace !== undefined){
const _errs25 = errors;
if(typeof data13.namespace !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata/namespace",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/properties/namespace/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid12 = _errs25 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data13.name !== undefined){
const _errs27 = errors;
if(typeof data13.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata/name",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid12 = _errs27 === errors;
}
else {
var valid12 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid11 = _errs23 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
}
var valid7 = _errs16 === errors;
if(!valid7){
break;
}
}
}
}
}
}
var valid5 = _errs14 === errors;
if(!valid5){
break;
}
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs29 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing8;
if((data.autoscaler === undefined) && (missing8 = "autoscaler")){
validate21.errors = [{instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: missing8}}];
return false;
}
}
var _valid0 = _errs29 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate21.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.settings !== undefined){
let data16 = data.settings;
const _errs30 = errors;
if(errors === _errs30){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(data16.profile !== undefined){
const _errs32 = errors;
if("1.36" !== data16.profile){
validate21.errors = [{instancePath:instancePath+"/settings/profile",schemaPath:"#/properties/settings/properties/profile/const",keyword:"const",params:{allowedValue: "1.36"}}];
return false;
}
var valid14 = _errs32 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data16.tolerance !== undefined){
let data18 = data16.tolerance;
const _errs33 = errors;
if(errors === _errs33){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 0 || isNaN(data18)){
validate21.errors = [{instancePath:instancePath+"/settings/tolerance",schemaPath:"#/properties/settings/properties/tolerance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/settings/tolerance",schemaPath:"#/properties/settings/properties/tolerance/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid14 = _errs33 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data16.downscaleStabilizationSeconds !== undefined){
let data19 = data16.downscaleStabilizationSeconds;
const _errs35 = errors;
if(errors === _errs35){
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 0 || isNaN(data19)){
validate21.errors = [{instancePath:instancePath+"/settings/downscaleStabilizationSeconds",schemaPath:"#/properties/settings/properties/downscaleStabilizationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/settings/downscaleStabilizationSeconds",schemaPath:"#/properties/settings/properties/downscaleStabilizationSeconds/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid14 = _errs35 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data16.cpuInitializationPeriodSeconds !== undefined){
let data20 = data16.cpuInitializationPeriodSeconds;
const _errs37 = errors;
if(errors === _errs37){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 < 0 || isNaN(data20)){
validate21.errors = [{instancePath:instancePath+"/settings/cpuInitializationPeriodSeconds",schemaPath:"#/properties/settings/properties/cpuInitializationPeriodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/settings/cpuInitializationPeriodSeconds",schemaPath:"#/properties/settings/properties/cpuInitializationPeriodSeconds/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid14 = _errs37 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data16.initialReadinessDelaySeconds !== undefined){
let data21 = data16.initialReadinessDelaySeconds;
const _errs39 = errors;
if(errors === _errs39){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 0 || isNaN(data21)){
validate21.errors = [{instancePath:instancePath+"/settings/initialReadinessDelaySeconds",schemaPath:"#/properties/settings/properties/initialReadinessDelaySeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/settings/initialReadinessDelaySeconds",schemaPath:"#/properties/settings/properties/initialReadinessDelaySeconds/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid14 = _errs39 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data16.scaleToZero !== undefined){
const _errs41 = errors;
if(typeof data16.scaleToZero !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/settings/scaleToZero",schemaPath:"#/properties/settings/properties/scaleToZero/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid14 = _errs41 === errors;
}
else {
var valid14 = true;
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/settings",schemaPath:"#/properties/settings/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid13 = _errs30 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data.autoscaler !== undefined){
const _errs43 = errors;
if(!(validate22(data.autoscaler, {instancePath:instancePath+"/autoscaler",parentData:data,parentDataProperty:"autoscaler",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid13 = _errs43 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data.autoscalers !== undefined){
let data24 = data.autoscalers;
const _errs44 = errors;
if(errors === _errs44){
if(Array.isArray(data24)){
var valid15 = true;
const len3 = data24.length;
for(let i3=0; i3<len3; i3++){
const _errs46 = errors;
if(!(validate22(data24[i3], {instancePath:instancePath+"/autoscalers/" + i3,parentData:data24,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid15 = _errs46 === errors;
if(!valid15){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/autoscalers",schemaPath:"#/properties/autoscalers/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid13 = _errs44 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data.steps !== undefined){
let data26 = data.steps;
const _errs47 = errors;
if(errors === _errs47){
if(Array.isArray(data26)){
var valid16 = true;
const len4 = data26.length;
for(let i4=0; i4<len4; i4++){
let data27 = data26[i4];
const _errs49 = errors;
const _errs51 = errors;
let valid17 = true;
const _errs52 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing9;
if((data27.errors === undefined) && (missing9 = "errors")){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(data27.errors !== undefined){
let data28 = data27.errors;
if(Array.isArray(data28)){
const _errs54 = errors;
const len5 = data28.length;
for(let i5=0; i5<len5; i5++){
const _errs55 = errors;
if("getScale" !== data28[i5]){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid19 = _errs55 === errors;
if(valid19){
break;
}
}
if(!valid19){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
errors = _errs54;
if(vErrors !== null){
if(_errs54){
vErrors.length = _errs54;
}
else {
vErrors = null;
}
}
}
}
}
}
}
var _valid2 = _errs52 === errors;
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
if(!_valid2){
const _errs56 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing10;
if((data27.scale === undefined) && (missing10 = "scale")){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4,schemaPath:"#/properties/steps/items/else/required",keyword:"required",params:{missingProperty: missing10}}];
return false;
}
}
var _valid2 = _errs56 === errors;
valid17 = _valid2;
}
if(!valid17){
const err8 = {instancePath:instancePath+"/steps/" + i4,schemaPath:"#/properties/steps/items/if",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
validate21.errors = vErrors;
return false;
}
if(errors === _errs49){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing11;
if((data27.now === undefined) && (missing11 = "now")){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4,schemaPath:"#/properties/steps/items/required",keyword:"required",params:{missingProperty: missing11}}];
return false;
}
else {
if(data27.now !== undefined){
let data30 = data27.now;
const _errs57 = errors;
if(errors === _errs57){
if(errors === _errs57){
if(typeof data30 === "string"){
if(!(formats0.test(data30))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/now",schemaPath:"#/properties/steps/items/properties/now/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/now",schemaPath:"#/properties/steps/items/properties/now/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid20 = _errs57 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.object !== undefined){
const _errs59 = errors;
if(typeof data27.object !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/object",schemaPath:"#/properties/steps/items/properties/object/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid20 = _errs59 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.events !== undefined){
let data32 = data27.events;
const _errs61 = errors;
if(errors === _errs61){
if(Array.isArray(data32)){
var valid21 = true;
const len6 = data32.length;
for(let i6=0; i6<len6; i6++){
let data33 = data32[i6];
const _errs63 = errors;
const _errs65 = errors;
let valid22 = true;
const _errs66 = errors;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
let missing12;
if((data33.type === undefined) && (missing12 = "type")){
const err9 = {};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
if(data33.type !== undefined){
if("Created" !== data33.type){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
var _valid3 = _errs66 === errors;
errors = _errs65;
if(vErrors !== null){
if(_errs65){
vErrors.length = _errs65;
}
else {
vErrors = null;
}
}
if(_valid3){
const _errs68 = errors;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
let missing13;
if((data33.autoscaler === undefined) && (missing13 = "autoscaler")){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/events/" + i6,schemaPath:"#/properties/steps/items/properties/events/items/then/required",keyword:"required",params:{missingProperty: missing13}}];
return false;
}
}
var _valid3 = _errs68 === errors;
valid22 = _valid3;
}
if(!valid22){
const err11 = {instancePath:instancePath+"/steps/" + i4+"/events/" + i6,schemaPath:"#/properties/steps/items/properties/events/items/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate21.errors = vErrors;
return false;
}
if(errors === _errs63){
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
let missing14;
if((data33.type === undefined) && (missing14 = "type")){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/events/" + i6,schemaPath:"#/properties/steps/items/properties/events/items/required",keyword:"required",params:{missingProperty: missing14}}];
return false;
}
else {
if(data33.type !== undefined){
let data35 = data33.type;
const _errs69 = errors;
if(!((((data35 === "Restarted") || (data35 === "Deleted")) || (data35 === "Forgotten")) || (data35 === "Created"))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/events/" + i6+"/type",schemaPath:"#/properties/steps/items/properties/events/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema6.properties.steps.items.properties.events.items.properties.type.enum}}];
return false;
}
var valid24 = _errs69 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data33.object !== undefined){
const _errs70 = errors;
if(typeof data33.object !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/events/" + i6+"/object",schemaPath:"#/properties/steps/items/properties/events/items/properties/object/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid24 = _errs70 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data33.autoscaler !== undefined){
const _errs72 = errors;
if(!(validate22(data33.autoscaler, {instancePath:instancePath+"/steps/" + i4+"/events/" + i6+"/autoscaler",parentData:data33,parentDataProperty:"autoscaler",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid24 = _errs72 === errors;
}
else {
var valid24 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/events/" + i6,schemaPath:"#/properties/steps/items/properties/events/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid21 = _errs63 === errors;
if(!valid21){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/events",schemaPath:"#/properties/steps/items/properties/events/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid20 = _errs61 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.autoscaler !== undefined){
const _errs73 = errors;
if(!(validate22(data27.autoscaler, {instancePath:instancePath+"/steps/" + i4+"/autoscaler",parentData:data27,parentDataProperty:"autoscaler",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid20 = _errs73 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.scale !== undefined){
const _errs74 = errors;
if(!(validate60(data27.scale, {instancePath:instancePath+"/steps/" + i4+"/scale",parentData:data27,parentDataProperty:"scale",rootData}))){
vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
errors = vErrors.length;
}
var valid20 = _errs74 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.monitored !== undefined){
let data40 = data27.monitored;
const _errs75 = errors;
if(errors === _errs75){
if(Array.isArray(data40)){
var valid25 = true;
const len7 = data40.length;
for(let i7=0; i7<len7; i7++){
const _errs77 = errors;
if(!(validate60(data40[i7], {instancePath:instancePath+"/steps/" + i4+"/monitored/" + i7,parentData:data40,parentDataProperty:i7,rootData}))){
vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
errors = vErrors.length;
}
var valid25 = _errs77 === errors;
if(!valid25){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/monitored",schemaPath:"#/properties/steps/items/properties/monitored/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid20 = _errs75 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.pods !== undefined){
let data42 = data27.pods;
const _errs78 = errors;
if(errors === _errs78){
if(Array.isArray(data42)){
var valid26 = true;
const len8 = data42.length;
for(let i8=0; i8<len8; i8++){
let data43 = data42[i8];
const _errs80 = errors;
if(!(data43 && typeof data43 == "object" && !Array.isArray(data43))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/pods/" + i8,schemaPath:"#/properties/steps/items/properties/pods/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
var valid26 = _errs80 === errors;
if(!valid26){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/pods",schemaPath:"#/properties/steps/items/properties/pods/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid20 = _errs78 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.metrics !== undefined){
let data44 = data27.metrics;
const _errs82 = errors;
if(errors === _errs82){
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
if(data44.resource !== undefined){
let data45 = data44.resource;
const _errs84 = errors;
if(errors === _errs84){
if(Array.isArray(data45)){
var valid28 = true;
const len9 = data45.length;
for(let i9=0; i9<len9; i9++){
let data46 = data45[i9];
const _errs86 = errors;
if(!(data46 && typeof data46 == "object" && !Array.isArray(data46))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/resource/" + i9,schemaPath:"#/properties/steps/items/properties/metrics/properties/resource/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
var valid28 = _errs86 === errors;
if(!valid28){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/resource",schemaPath:"#/properties/steps/items/properties/metrics/properties/resource/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid27 = _errs84 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data44.pods !== undefined){
let data47 = data44.pods;
const _errs88 = errors;
if(errors === _errs88){
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
for(const key0 in data47){
let data48 = data47[key0];
const _errs91 = errors;
if(errors === _errs91){
if(Array.isArray(data48)){
var valid30 = true;
const len10 = data48.length;
for(let i10=0; i10<len10; i10++){
let data49 = data48[i10];
const _errs93 = errors;
if(!(data49 && typeof data49 == "object" && !Array.isArray(data49))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/pods/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i10,schemaPath:"#/properties/steps/items/properties/metrics/properties/pods/additionalProperties/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
var valid30 = _errs93 === errors;
if(!valid30){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/pods/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/steps/items/properties/metrics/properties/pods/additionalProperties/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid29 = _errs91 === errors;
if(!valid29){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/pods",schemaPath:"#/properties/steps/items/properties/metrics/properties/pods/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid27 = _errs88 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data44.object !== undefined){
let data50 = data44.object;
const _errs95 = errors;
if(errors === _errs95){
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
for(const key1 in data50){
let data51 = data50[key1];
const _errs98 = errors;
if((typeof data51 !== "string") && (!(data51 && typeof data51 == "object" && !Array.isArray(data51)))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/type",keyword:"type",params:{type: schema6.properties.steps.items.properties.metrics.properties.object.additionalProperties.type}}];
return false;
}
if(errors === _errs98){
if(data51 && typeof data51 == "object" && !Array.isArray(data51)){
let missing15;
if((data51.value === undefined) && (missing15 = "value")){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/required",keyword:"required",params:{missingProperty: missing15}}];
return false;
}
else {
if(data51.value !== undefined){
const _errs100 = errors;
if(typeof data51.value !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/value",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/properties/value/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid32 = _errs100 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data51.timestamp !== undefined){
const _errs102 = errors;
if(typeof data51.timestamp !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/timestamp",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/properties/timestamp/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid32 = _errs102 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data51.windowSeconds !== undefined){
let data54 = data51.windowSeconds;
const _errs104 = errors;
if(errors === _errs104){
if((typeof data54 == "number") && (isFinite(data54))){
if(data54 < 0 || isNaN(data54)){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/windowSeconds",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/properties/windowSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/windowSeconds",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/properties/windowSeconds/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid32 = _errs104 === errors;
}
else {
var valid32 = true;
}
}
}
}
}
}
var valid31 = _errs98 === errors;
if(!valid31){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/object",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid27 = _errs95 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data44.external !== undefined){
const _errs106 = errors;
if(!(validate63(data44.external, {instancePath:instancePath+"/steps/" + i4+"/metrics/external",parentData:data44,parentDataProperty:"external",rootData}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
var valid27 = _errs106 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data44.prometheus !== undefined){
const _errs107 = errors;
if(!(validate63(data44.prometheus, {instancePath:instancePath+"/steps/" + i4+"/metrics/prometheus",parentData:data44,parentDataProperty:"prometheus",rootData}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
var valid27 = _errs107 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data44.externalScaler !== undefined){
let data57 = data44.externalScaler;
const _errs108 = errors;
if(errors === _errs108){
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
for(const key2 in data57){
let data58 = data57[key2];
const _errs111 = errors;
if(errors === _errs111){
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
if(data58.isActive !== undefined){
const _errs113 = errors;
if(typeof data58.isActive !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/isActive",schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/isActive/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid34 = _errs113 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data58.metrics !== undefined){
let data60 = data58.metrics;
const _errs115 = errors;
if(errors === _errs115){
if(Array.isArray(data60)){
if(data60.length > 100){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/metrics",schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/metrics/maxItems",keyword:"maxItems",params:{limit: 100}}];
return false;
}
else {
var valid35 = true;
const len11 = data60.length;
for(let i11=0; i11<len11; i11++){
let data61 = data60[i11];
const _errs117 = errors;
if(errors === _errs117){
if(data61 && typeof data61 == "object" && !Array.isArray(data61)){
let missing16;
if(((data61.name === undefined) && (missing16 = "name")) || ((data61.values === undefined) && (missing16 = "values"))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/metrics/" + i11,schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/metrics/items/required",keyword:"required",params:{missingProperty: missing16}}];
return false;
}
else {
if(data61.name !== undefined){
const _errs119 = errors;
if(typeof data61.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/metrics/" + i11+"/name",schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/metrics/items/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid36 = _errs119 === errors;
}
else {
var valid36 = true;
}
if(valid36){
if(data61.target !== undefined){
const _errs121 = errors;
if(typeof data61.target !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/metrics/" + i11+"/target",schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/metrics/items/properties/target/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid36 = _errs121 === errors;
}
else {
var valid36 = true;
}
if(valid36){
if(data61.values !== undefined){
let data64 = data61.values;
const _errs123 = errors;
if(errors === _errs123){
if(Array.isArray(data64)){
var valid37 = true;
const len12 = data64.length;
for(let i12=0; i12<len12; i12++){
const _errs125 = errors;
if(typeof data64[i12] !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/metrics/" + i11+"/values/" + i12,schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/metrics/items/properties/values/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid37 = _errs125 === errors;
if(!valid37){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/metrics/" + i11+"/values",schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/metrics/items/properties/values/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid36 = _errs123 === errors;
}
else {
var valid36 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/metrics/" + i11,schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/metrics/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid35 = _errs117 === errors;
if(!valid35){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/metrics",schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/properties/metrics/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid34 = _errs115 === errors;
}
else {
var valid34 = true;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/additionalProperties/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid33 = _errs111 === errors;
if(!valid33){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/externalScaler",schemaPath:"#/properties/steps/items/properties/metrics/properties/externalScaler/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid27 = _errs108 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data44.errors !== undefined){
let data66 = data44.errors;
const _errs127 = errors;
if(errors === _errs127){
if(Array.isArray(data66)){
var valid38 = true;
const len13 = data66.length;
for(let i13=0; i13<len13; i13++){
const _errs129 = errors;
if(typeof data66[i13] !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/errors/" + i13,schemaPath:"#/properties/steps/items/properties/metrics/properties/errors/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid38 = _errs129 === errors;
if(!valid38){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics/errors",schemaPath:"#/properties/steps/items/properties/metrics/properties/errors/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid27 = _errs127 === errors;
}
else {
var valid27 = true;
}
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/metrics",schemaPath:"#/properties/steps/items/properties/metrics/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid20 = _errs82 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.forecast !== undefined){
let data68 = data27.forecast;
const _errs131 = errors;
if(errors === _errs131){
if(data68 && typeof data68 == "object" && !Array.isArray(data68)){
let missing17;
if((data68.expected === undefined) && (missing17 = "expected")){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast",schemaPath:"#/properties/steps/items/properties/forecast/required",keyword:"required",params:{missingProperty: missing17}}];
return false;
}
else {
if(data68.expected !== undefined){
let data69 = data68.expected;
const _errs133 = errors;
if(errors === _errs133){
if(Array.isArray(data69)){
if(data69.length > 1000){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected",schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/maxItems",keyword:"maxItems",params:{limit: 1000}}];
return false;
}
else {
var valid40 = true;
const len14 = data69.length;
for(let i14=0; i14<len14; i14++){
let data70 = data69[i14];
const _errs135 = errors;
if(errors === _errs135){
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
let missing18;
if((((data70.metric === undefined) && (missing18 = "metric")) || ((data70.load === undefined) && (missing18 = "load"))) || ((data70.message === undefined) && (missing18 = "message"))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected/" + i14,schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/items/required",keyword:"required",params:{missingProperty: missing18}}];
return false;
}
else {
if(data70.metric !== undefined){
let data71 = data70.metric;
const _errs137 = errors;
if(!(((typeof data71 == "number") && (!(data71 % 1) && !isNaN(data71))) && (isFinite(data71)))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected/" + i14+"/metric",schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/items/properties/metric/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs137){
if((typeof data71 == "number") && (isFinite(data71))){
if(data71 > 2147483647 || isNaN(data71)){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected/" + i14+"/metric",schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/items/properties/metric/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data71 < 0 || isNaN(data71)){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected/" + i14+"/metric",schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/items/properties/metric/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid41 = _errs137 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data70.load !== undefined){
let data72 = data70.load;
const _errs139 = errors;
if(errors === _errs139){
if((typeof data72 == "number") && (isFinite(data72))){
if(data72 < 0 || isNaN(data72)){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected/" + i14+"/load",schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/items/properties/load/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected/" + i14+"/load",schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/items/properties/load/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid41 = _errs139 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data70.message !== undefined){
const _errs141 = errors;
if(typeof data70.message !== "string"){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected/" + i14+"/message",schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/items/properties/message/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid41 = _errs141 === errors;
}
else {
var valid41 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected/" + i14,schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid40 = _errs135 === errors;
if(!valid40){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/expected",schemaPath:"#/properties/steps/items/properties/forecast/properties/expected/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid39 = _errs133 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data68.without !== undefined){
let data74 = data68.without;
const _errs143 = errors;
if(!(((typeof data74 == "number") && (!(data74 % 1) && !isNaN(data74))) && (isFinite(data74)))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/without",schemaPath:"#/properties/steps/items/properties/forecast/properties/without/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs143){
if((typeof data74 == "number") && (isFinite(data74))){
if(data74 > 2147483647 || isNaN(data74)){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/without",schemaPath:"#/properties/steps/items/properties/forecast/properties/without/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data74 < 0 || isNaN(data74)){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast/without",schemaPath:"#/properties/steps/items/properties/forecast/properties/without/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid39 = _errs143 === errors;
}
else {
var valid39 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/forecast",schemaPath:"#/properties/steps/items/properties/forecast/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid20 = _errs131 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.errors !== undefined){
let data75 = data27.errors;
const _errs145 = errors;
if(errors === _errs145){
if(Array.isArray(data75)){
var valid42 = true;
const len15 = data75.length;
for(let i15=0; i15<len15; i15++){
let data76 = data75[i15];
const _errs147 = errors;
if(!(((data76 === "getScale") || (data76 === "updateScale")) || (data76 === "updateStatus"))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/errors/" + i15,schemaPath:"#/properties/steps/items/properties/errors/items/enum",keyword:"enum",params:{allowedValues: schema6.properties.steps.items.properties.errors.items.enum}}];
return false;
}
var valid42 = _errs147 === errors;
if(!valid42){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/errors",schemaPath:"#/properties/steps/items/properties/errors/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid20 = _errs145 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data27.conflicts !== undefined){
let data77 = data27.conflicts;
const _errs148 = errors;
if(!(((typeof data77 == "number") && (!(data77 % 1) && !isNaN(data77))) && (isFinite(data77)))){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/conflicts",schemaPath:"#/properties/steps/items/properties/conflicts/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs148){
if((typeof data77 == "number") && (isFinite(data77))){
if(data77 > 2147483647 || isNaN(data77)){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/conflicts",schemaPath:"#/properties/steps/items/properties/conflicts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data77 < 0 || isNaN(data77)){
validate21.errors = [{instancePath:instancePath+"/steps/" + i4+"/conflicts",schemaPath:"#/properties/steps/items/properties/conflicts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid20 = _errs148 === errors;
}
else {
var valid20 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps/" + i4,schemaPath:"#/properties/steps/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid16 = _errs49 === errors;
if(!valid16){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid13 = _errs47 === errors;
}
else {
var valid13 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}

export const schema = {"type":"object","properties":{"settings":{"type":"object","properties":{"profile":{"const":"1.36"},"tolerance":{"type":"number","minimum":0},"downscaleStabilizationSeconds":{"type":"number","minimum":0},"cpuInitializationPeriodSeconds":{"type":"number","minimum":0},"initialReadinessDelaySeconds":{"type":"number","minimum":0},"scaleToZero":{"type":"boolean"}}},"autoscaler":{"type":"object","required":["spec"],"properties":{"kind":{},"metadata":{},"spec":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"algorithm":{},"selectionStrategy":{},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}},"combine":{"type":"object","required":["expression"],"properties":{"expression":{"type":"string","maxLength":1024}}},"replicaMultiple":{"type":"integer","minimum":1,"maximum":1000},"cpuInitializationPeriodSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"initialReadinessDelaySeconds":{"type":"integer","minimum":0,"maximum":2147483647},"thresholds":{"type":"array","maxItems":1000,"items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}}},"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}]}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}},"scaleDown":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}}}},"schedules":{"type":"array","maxItems":50,"items":{"type":"object","required":["name","timeZone","start","end"],"properties":{"name":{"type":"string"},"timeZone":{"type":"string"},"start":{"type":"string"},"end":{"type":"string"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647}}}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"idle":{"type":"object","properties":{"afterSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"forecast":{"type":"object","properties":{"wakeAhead":{"type":"boolean"}}},"healthGate":{"type":"object","properties":{"startSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"status":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}}},"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"algorithm":{"enum":["Trimtab-1","HPA-1.36"]},"selectionStrategy":{"enum":["LabelSelector","OwnerReference"]}}}}}},"autoscalers":{"type":"array","items":{"type":"object","required":["spec"],"properties":{"kind":{},"metadata":{},"spec":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"algorithm":{},"selectionStrategy":{},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}},"combine":{"type":"object","required":["expression"],"properties":{"expression":{"type":"string","maxLength":1024}}},"replicaMultiple":{"type":"integer","minimum":1,"maximum":1000},"cpuInitializationPeriodSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"initialReadinessDelaySeconds":{"type":"integer","minimum":0,"maximum":2147483647},"thresholds":{"type":"array","maxItems":1000,"items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}}},"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}]}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}},"scaleDown":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}}}},"schedules":{"type":"array","maxItems":50,"items":{"type":"object","required":["name","timeZone","start","end"],"properties":{"name":{"type":"string"},"timeZone":{"type":"string"},"start":{"type":"string"},"end":{"type":"string"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647}}}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"idle":{"type":"object","properties":{"afterSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"forecast":{"type":"object","properties":{"wakeAhead":{"type":"boolean"}}},"healthGate":{"type":"object","properties":{"startSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"status":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}}},"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"algorithm":{"enum":["Trimtab-1","HPA-1.36"]},"selectionStrategy":{"enum":["LabelSelector","OwnerReference"]}}}}}}},"steps":{"type":"array","items":{"type":"object","required":["now"],"properties":{"now":{"type":"string","format":"date-time","example":"2026-01-01T12:00:00Z"},"object":{"type":"string","example":"shop/web"},"events":{"type":"array","items":{"type":"object","required":["type"],"properties":{"type":{"enum":["Restarted","Deleted","Forgotten","Created"]},"object":{"type":"string","example":"shop/web"},"autoscaler":{"type":"object","required":["spec"],"properties":{"kind":{},"metadata":{},"spec":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"algorithm":{},"selectionStrategy":{},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}},"combine":{"type":"object","required":["expression"],"properties":{"expression":{"type":"string","maxLength":1024}}},"replicaMultiple":{"type":"integer","minimum":1,"maximum":1000},"cpuInitializationPeriodSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"initialReadinessDelaySeconds":{"type":"integer","minimum":0,"maximum":2147483647},"thresholds":{"type":"array","maxItems":1000,"items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}}},"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}]}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}},"scaleDown":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}}}},"schedules":{"type":"array","maxItems":50,"items":{"type":"object","required":["name","timeZone","start","end"],"properties":{"name":{"type":"string"},"timeZone":{"type":"string"},"start":{"type":"string"},"end":{"type":"string"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647}}}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"idle":{"type":"object","properties":{"afterSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"forecast":{"type":"object","properties":{"wakeAhead":{"type":"boolean"}}},"healthGate":{"type":"object","properties":{"startSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"status":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}}},"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"algorithm":{"enum":["Trimtab-1","HPA-1.36"]},"selectionStrategy":{"enum":["LabelSelector","OwnerReference"]}}}}}}},"if":{"required":["type"],"properties":{"type":{"const":"Created"}}},"then":{"required":["autoscaler"]}}},"autoscaler":{"type":"object","required":["spec"],"properties":{"kind":{},"metadata":{},"spec":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"algorithm":{},"selectionStrategy":{},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}},"combine":{"type":"object","required":["expression"],"properties":{"expression":{"type":"string","maxLength":1024}}},"replicaMultiple":{"type":"integer","minimum":1,"maximum":1000},"cpuInitializationPeriodSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"initialReadinessDelaySeconds":{"type":"integer","minimum":0,"maximum":2147483647},"thresholds":{"type":"array","maxItems":1000,"items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"name":{"type":"string"},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"replicas":{"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"enum":["Static","CurrentIfHigher","CurrentIfLower"]}}},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["number","string"]}}},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}}},"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}]}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}},"scaleDown":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}}}},"schedules":{"type":"array","maxItems":50,"items":{"type":"object","required":["name","timeZone","start","end"],"properties":{"name":{"type":"string"},"timeZone":{"type":"string"},"start":{"type":"string"},"end":{"type":"string"},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647}}}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"idle":{"type":"object","properties":{"afterSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"forecast":{"type":"object","properties":{"wakeAhead":{"type":"boolean"}}},"healthGate":{"type":"object","properties":{"startSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"status":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}}},"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"algorithm":{"enum":["Trimtab-1","HPA-1.36"]},"selectionStrategy":{"enum":["LabelSelector","OwnerReference"]}}}}}},"scale":{"type":"object","required":["specReplicas","statusReplicas"],"properties":{"specReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"statusReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"selector":{"type":"string"},"rollout":{"enum":["Rolling","Announced"]},"zeroOf":{"enum":["Operator","Other"]},"isServing":{"type":"boolean"},"uid":{"type":"string"}}},"monitored":{"type":"array","items":{"type":"object","required":["specReplicas","statusReplicas"],"properties":{"specReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"statusReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"selector":{"type":"string"},"rollout":{"enum":["Rolling","Announced"]},"zeroOf":{"enum":["Operator","Other"]},"isServing":{"type":"boolean"},"uid":{"type":"string"}}}},"pods":{"type":"array","items":{"type":"object"}},"metrics":{"type":"object","properties":{"resource":{"type":"array","items":{"type":"object"}},"pods":{"type":"object","additionalProperties":{"type":"array","items":{"type":"object"}}},"object":{"type":"object","additionalProperties":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}},"external":{"type":"object","additionalProperties":{"type":"array","items":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}}},"prometheus":{"type":"object","additionalProperties":{"type":"array","items":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}}},"externalScaler":{"type":"object","additionalProperties":{"type":"object","properties":{"isActive":{"type":"boolean"},"metrics":{"type":"array","maxItems":100,"items":{"type":"object","required":["name","values"],"properties":{"name":{"type":"string"},"target":{"type":"string"},"values":{"type":"array","items":{"type":"string"}}}}}}}},"errors":{"type":"array","items":{"type":"string"}}}},"forecast":{"type":"object","required":["expected"],"properties":{"expected":{"type":"array","maxItems":1000,"items":{"type":"object","required":["metric","load","message"],"properties":{"metric":{"type":"integer","minimum":0,"maximum":2147483647},"load":{"type":"number","minimum":0},"message":{"type":"string"}}}},"without":{"type":"integer","minimum":0,"maximum":2147483647}}},"errors":{"type":"array","items":{"enum":["getScale","updateScale","updateStatus"]}},"conflicts":{"type":"integer","minimum":0,"maximum":2147483647}},"if":{"required":["errors"],"properties":{"errors":{"contains":{"const":"getScale"}}}},"else":{"required":["scale"]}}}},"if":{"required":["autoscalers"]},"then":{"properties":{"autoscalers":{"items":{"required":["kind","metadata"],"properties":{"kind":{"enum":["Autoscaler","HorizontalPodAutoscaler"]},"metadata":{"type":"object","required":["namespace","name"],"properties":{"namespace":{"type":"string"},"name":{"type":"string"}}}}}},"steps":{"items":{"required":["object"],"properties":{"events":{"items":{"properties":{"autoscaler":{"required":["kind","metadata"],"properties":{"kind":{"enum":["Autoscaler","HorizontalPodAutoscaler"]},"metadata":{"type":"object","required":["namespace","name"],"properties":{"namespace":{"type":"string"},"name":{"type":"string"}}}}}},"if":{"required":["type"],"properties":{"type":{"enum":["Deleted","Forgotten"]}}},"then":{"required":["object"]}}}}}}}},"else":{"required":["autoscaler"]}};
