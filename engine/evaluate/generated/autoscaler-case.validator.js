// Generated from engine/evaluate/autoscaler-case.schema.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","if":{"required":["autoscalers"]},"then":{"properties":{"autoscalers":{"items":{"required":["kind","metadata"],"properties":{"kind":{"enum":["Autoscaler","HorizontalPodAutoscaler"]},"metadata":{"type":"object","required":["namespace","name"],"properties":{"namespace":{"type":"string"},"name":{"type":"string"}}}}}},"steps":{"items":{"required":["object"],"properties":{"events":{"items":{"properties":{"autoscaler":{"required":["kind","metadata"],"properties":{"kind":{"enum":["Autoscaler","HorizontalPodAutoscaler"]},"metadata":{"type":"object","required":["namespace","name"],"properties":{"namespace":{"type":"string"},"name":{"type":"string"}}}}}},"if":{"required":["type"],"properties":{"type":{"enum":["Deleted","Forgotten"]}}},"then":{"required":["object"]}}}}}}}},"else":{"required":["autoscaler"]},"properties":{"settings":{"type":"object","properties":{"profile":{"const":"1.36"},"tolerance":{"type":"number","minimum":0},"downscaleStabilizationSeconds":{"type":"number","minimum":0},"cpuInitializationPeriodSeconds":{"type":"number","minimum":0},"initialReadinessDelaySeconds":{"type":"number","minimum":0},"scaleToZero":{"type":"boolean"}}},"autoscaler":{"$ref":"#/$defs/part2"},"autoscalers":{"type":"array","items":{"$ref":"#/$defs/part2"}},"steps":{"type":"array","items":{"type":"object","required":["now"],"if":{"required":["errors"],"properties":{"errors":{"contains":{"const":"getScale"}}}},"else":{"required":["scale"]},"properties":{"now":{"type":"string","format":"date-time","example":"2026-01-01T12:00:00Z"},"object":{"type":"string","example":"shop/web"},"events":{"type":"array","items":{"type":"object","required":["type"],"if":{"required":["type"],"properties":{"type":{"const":"Created"}}},"then":{"required":["autoscaler"]},"properties":{"type":{"enum":["Restarted","Deleted","Forgotten","Created"]},"object":{"type":"string","example":"shop/web"},"autoscaler":{"$ref":"#/$defs/part2"}}}},"autoscaler":{"$ref":"#/$defs/part2"},"scale":{"$ref":"#/$defs/part11"},"monitored":{"type":"array","items":{"$ref":"#/$defs/part11"}},"pods":{"type":"array","items":{"type":"object"}},"metrics":{"type":"object","properties":{"resource":{"type":"array","items":{"type":"object"}},"pods":{"type":"object","additionalProperties":{"type":"array","items":{"type":"object"}}},"object":{"type":"object","additionalProperties":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}},"external":{"type":"object","additionalProperties":{"type":"array","items":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}}},"errors":{"type":"array","items":{"type":"string"}}}},"errors":{"type":"array","items":{"enum":["getScale","updateScale","updateStatus"]}},"conflicts":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"$defs":{"part0":{"type":"object","properties":{"policies":{"$ref":"#/$defs/part1"}}},"part1":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}},"part2":{"type":"object","required":["spec"],"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"compatibility":{"enum":["None","HPA-1.36"]}}}}},"properties":{"kind":{},"metadata":{},"spec":{"$ref":"#/$defs/part3"},"status":{"$ref":"#/$defs/part9"}}},"part3":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"compatibility":{},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}}},"thresholds":{"$ref":"#/$defs/part4"},"behavior":{"$ref":"#/$defs/part8"},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"scaleDownSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"part4":{"type":"array","maxItems":1000,"items":{"$ref":"#/$defs/part5"}},"part5":{"type":"object","required":["name","type"],"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"value":{"$ref":"#/$defs/part6"},"intention":{"$ref":"#/$defs/part7"}}},"part6":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"part7":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}},"part8":{"type":"object","properties":{"scaleUp":{"$ref":"#/$defs/part0"},"scaleDown":{"$ref":"#/$defs/part0"}}},"part9":{"type":"object","properties":{"conditions":{"$ref":"#/$defs/part10"},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}},"part10":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"part11":{"type":"object","required":["specReplicas","statusReplicas"],"properties":{"specReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"statusReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"selector":{"type":"string"},"rollout":{"enum":["Rolling","Announced"]},"zeroOf":{"enum":["Operator","Other"]}}}}};
const schema7 = {"type":"object","required":["spec"],"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"compatibility":{"enum":["None","HPA-1.36"]}}}}},"properties":{"kind":{},"metadata":{},"spec":{"$ref":"#/$defs/part3"},"status":{"$ref":"#/$defs/part9"}}};
const schema8 = {"type":"object","required":["maxReplicas"],"properties":{"mode":{},"compatibility":{},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}}},"thresholds":{"$ref":"#/$defs/part4"},"behavior":{"$ref":"#/$defs/part8"},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"scaleDownSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}};
const schema9 = {"type":"array","maxItems":1000,"items":{"$ref":"#/$defs/part5"}};
const schema10 = {"type":"object","required":["name","type"],"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"value":{"$ref":"#/$defs/part6"},"intention":{"$ref":"#/$defs/part7"}}};
const schema11 = {"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.metric === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metric"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.comparison === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "comparison"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.value === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.durationSeconds === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "durationSeconds"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.increment === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "increment"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.metric !== undefined){
let data0 = data.metric;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.type === undefined){
const err5 = {instancePath:instancePath+"/metric",schemaPath:"#/properties/metric/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0.type !== undefined){
if(typeof data0.type !== "string"){
const err6 = {instancePath:instancePath+"/metric/type",schemaPath:"#/properties/metric/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/metric",schemaPath:"#/properties/metric/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.comparison !== undefined){
let data2 = data.comparison;
if(!((((data2 === "GreaterThan") || (data2 === "GreaterThanOrEqual")) || (data2 === "LessThan")) || (data2 === "LessThanOrEqual"))){
const err8 = {instancePath:instancePath+"/comparison",schemaPath:"#/properties/comparison/enum",keyword:"enum",params:{allowedValues: schema11.properties.comparison.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.value !== undefined){
let data3 = data.value;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (typeof data3 !== "string")){
const err9 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: schema11.properties.value.type}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.durationSeconds !== undefined){
let data4 = data.durationSeconds;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err10 = {instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 2147483647 || isNaN(data4)){
const err11 = {instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err12 = {instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data.increment !== undefined){
let data5 = data.increment;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err13 = {instancePath:instancePath+"/increment",schemaPath:"#/properties/increment/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 2147483647 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/increment",schemaPath:"#/properties/increment/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5 < -1000 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/increment",schemaPath:"#/properties/increment/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1000}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}

const schema12 = {"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.intent === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "intent"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.value === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.intent !== undefined){
let data0 = data.intent;
if(!((((data0 === "CPUUtilization") || (data0 === "MemoryUtilization")) || (data0 === "RequestsPerSecondPerPod")) || (data0 === "PodsMetric"))){
const err2 = {instancePath:instancePath+"/intent",schemaPath:"#/properties/intent/enum",keyword:"enum",params:{allowedValues: schema12.properties.intent.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.metric !== undefined){
let data1 = data.metric;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.name === undefined){
const err3 = {instancePath:instancePath+"/metric",schemaPath:"#/properties/metric/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.name !== undefined){
if(typeof data1.name !== "string"){
const err4 = {instancePath:instancePath+"/metric/name",schemaPath:"#/properties/metric/properties/name/type",keyword:"type",params:{type: "string"}};
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
else {
const err5 = {instancePath:instancePath+"/metric",schemaPath:"#/properties/metric/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.value !== undefined){
let data3 = data.value;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (typeof data3 !== "string")){
const err6 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: schema12.properties.value.type}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
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
if(data.value === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
}
if(!valid1){
const err3 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const _errs7 = errors;
let valid3 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
if(data.type !== undefined){
if("Intention" !== data.type){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
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
if(data.intention === undefined){
const err6 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "intention"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid3 = _valid1;
}
if(!valid3){
const err7 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.type === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err10 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.type !== undefined){
let data3 = data.type;
if(!((data3 === "Value") || (data3 === "Intention"))){
const err11 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema10.properties.type.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.value !== undefined){
if(!(validate26(data.value, {instancePath:instancePath+"/value",parentData:data,parentDataProperty:"value",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
}
if(data.intention !== undefined){
if(!(validate28(data.intention, {instancePath:instancePath+"/intention",parentData:data,parentDataProperty:"intention",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 1000){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1000}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate25(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

const schema13 = {"type":"object","properties":{"scaleUp":{"$ref":"#/$defs/part0"},"scaleDown":{"$ref":"#/$defs/part0"}}};
const schema14 = {"type":"object","properties":{"policies":{"$ref":"#/$defs/part1"}}};
const schema15 = {"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 1000){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1000}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.value === undefined){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.periodSeconds === undefined){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "periodSeconds"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.value !== undefined){
let data1 = data0.value;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data0.periodSeconds !== undefined){
let data2 = data0.periodSeconds;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err6 = {instancePath:instancePath+"/" + i0+"/periodSeconds",schemaPath:"#/items/properties/periodSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 2147483647 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/" + i0+"/periodSeconds",schemaPath:"#/items/properties/periodSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/" + i0+"/periodSeconds",schemaPath:"#/items/properties/periodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}


function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.policies !== undefined){
if(!(validate34(data.policies, {instancePath:instancePath+"/policies",parentData:data,parentDataProperty:"policies",rootData}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.scaleUp !== undefined){
if(!(validate33(data.scaleUp, {instancePath:instancePath+"/scaleUp",parentData:data,parentDataProperty:"scaleUp",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.scaleDown !== undefined){
if(!(validate33(data.scaleDown, {instancePath:instancePath+"/scaleDown",parentData:data,parentDataProperty:"scaleDown",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.maxReplicas === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "maxReplicas"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.minReplicas !== undefined){
let data0 = data.minReplicas;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.maxReplicas !== undefined){
let data1 = data.maxReplicas;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.metrics !== undefined){
let data2 = data.metrics;
if(Array.isArray(data2)){
if(data2.length > 1000){
const err7 = {instancePath:instancePath+"/metrics",schemaPath:"#/properties/metrics/maxItems",keyword:"maxItems",params:{limit: 1000}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.type === undefined){
const err8 = {instancePath:instancePath+"/metrics/" + i0,schemaPath:"#/properties/metrics/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3.type !== undefined){
if(typeof data3.type !== "string"){
const err9 = {instancePath:instancePath+"/metrics/" + i0+"/type",schemaPath:"#/properties/metrics/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/metrics/" + i0,schemaPath:"#/properties/metrics/items/type",keyword:"type",params:{type: "object"}};
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
else {
const err11 = {instancePath:instancePath+"/metrics",schemaPath:"#/properties/metrics/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.thresholds !== undefined){
if(!(validate24(data.thresholds, {instancePath:instancePath+"/thresholds",parentData:data,parentDataProperty:"thresholds",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
if(data.behavior !== undefined){
if(!(validate32(data.behavior, {instancePath:instancePath+"/behavior",parentData:data,parentDataProperty:"behavior",rootData}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
if(data.cooldown !== undefined){
let data7 = data.cooldown;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.scaleUpSeconds !== undefined){
let data8 = data7.scaleUpSeconds;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err12 = {instancePath:instancePath+"/cooldown/scaleUpSeconds",schemaPath:"#/properties/cooldown/properties/scaleUpSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 2147483647 || isNaN(data8)){
const err13 = {instancePath:instancePath+"/cooldown/scaleUpSeconds",schemaPath:"#/properties/cooldown/properties/scaleUpSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err14 = {instancePath:instancePath+"/cooldown/scaleUpSeconds",schemaPath:"#/properties/cooldown/properties/scaleUpSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data7.scaleDownSeconds !== undefined){
let data9 = data7.scaleDownSeconds;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err15 = {instancePath:instancePath+"/cooldown/scaleDownSeconds",schemaPath:"#/properties/cooldown/properties/scaleDownSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 2147483647 || isNaN(data9)){
const err16 = {instancePath:instancePath+"/cooldown/scaleDownSeconds",schemaPath:"#/properties/cooldown/properties/scaleDownSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err17 = {instancePath:instancePath+"/cooldown/scaleDownSeconds",schemaPath:"#/properties/cooldown/properties/scaleDownSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
}
else {
const err18 = {instancePath:instancePath+"/cooldown",schemaPath:"#/properties/cooldown/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.rollout !== undefined){
let data10 = data.rollout;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.maxHoldSeconds !== undefined){
let data11 = data10.maxHoldSeconds;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err19 = {instancePath:instancePath+"/rollout/maxHoldSeconds",schemaPath:"#/properties/rollout/properties/maxHoldSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 2147483647 || isNaN(data11)){
const err20 = {instancePath:instancePath+"/rollout/maxHoldSeconds",schemaPath:"#/properties/rollout/properties/maxHoldSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err21 = {instancePath:instancePath+"/rollout/maxHoldSeconds",schemaPath:"#/properties/rollout/properties/maxHoldSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
}
else {
const err22 = {instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":"object","properties":{"conditions":{"$ref":"#/$defs/part10"},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}};
const schema17 = {"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.type === undefined){
const err0 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.status === undefined){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.type !== undefined){
if(typeof data0.type !== "string"){
const err2 = {instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data0.status !== undefined){
let data2 = data0.status;
if(!(((data2 === "True") || (data2 === "False")) || (data2 === "Unknown"))){
const err3 = {instancePath:instancePath+"/" + i0+"/status",schemaPath:"#/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema17.items.properties.status.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.reason !== undefined){
if(typeof data0.reason !== "string"){
const err4 = {instancePath:instancePath+"/" + i0+"/reason",schemaPath:"#/items/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.message !== undefined){
if(typeof data0.message !== "string"){
const err5 = {instancePath:instancePath+"/" + i0+"/message",schemaPath:"#/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate41.errors = vErrors;
return errors === 0;
}


function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.conditions !== undefined){
if(!(validate41(data.conditions, {instancePath:instancePath+"/conditions",parentData:data,parentDataProperty:"conditions",rootData}))){
vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors);
errors = vErrors.length;
}
}
if(data.desiredReplicas !== undefined){
let data1 = data.desiredReplicas;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err0 = {instancePath:instancePath+"/desiredReplicas",schemaPath:"#/properties/desiredReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err1 = {instancePath:instancePath+"/desiredReplicas",schemaPath:"#/properties/desiredReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/desiredReplicas",schemaPath:"#/properties/desiredReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.currentMetrics !== undefined){
let data2 = data.currentMetrics;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err3 = {instancePath:instancePath+"/currentMetrics/" + i0,schemaPath:"#/properties/currentMetrics/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/currentMetrics",schemaPath:"#/properties/currentMetrics/type",keyword:"type",params:{type: "array"}};
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
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate40.errors = vErrors;
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
if(!(((data2 === "Active") || (data2 === "DryRun")) || (data2 === "Paused"))){
const err2 = {instancePath:instancePath+"/spec/mode",schemaPath:"#/else/properties/spec/properties/mode/enum",keyword:"enum",params:{allowedValues: schema7.else.properties.spec.properties.mode.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data1.compatibility !== undefined){
let data3 = data1.compatibility;
if(!((data3 === "None") || (data3 === "HPA-1.36"))){
const err3 = {instancePath:instancePath+"/spec/compatibility",schemaPath:"#/else/properties/spec/properties/compatibility/enum",keyword:"enum",params:{allowedValues: schema7.else.properties.spec.properties.compatibility.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.spec === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "spec"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.spec !== undefined){
if(!(validate23(data.spec, {instancePath:instancePath+"/spec",parentData:data,parentDataProperty:"spec",rootData}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
}
if(data.status !== undefined){
if(!(validate40(data.status, {instancePath:instancePath+"/status",parentData:data,parentDataProperty:"status",rootData}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const schema18 = {"type":"object","required":["specReplicas","statusReplicas"],"properties":{"specReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"statusReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"selector":{"type":"string"},"rollout":{"enum":["Rolling","Announced"]},"zeroOf":{"enum":["Operator","Other"]}}};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.specReplicas === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "specReplicas"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.statusReplicas === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "statusReplicas"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.specReplicas !== undefined){
let data0 = data.specReplicas;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/specReplicas",schemaPath:"#/properties/specReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/specReplicas",schemaPath:"#/properties/specReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/specReplicas",schemaPath:"#/properties/specReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.statusReplicas !== undefined){
let data1 = data.statusReplicas;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err5 = {instancePath:instancePath+"/statusReplicas",schemaPath:"#/properties/statusReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/statusReplicas",schemaPath:"#/properties/statusReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/statusReplicas",schemaPath:"#/properties/statusReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.selector !== undefined){
if(typeof data.selector !== "string"){
const err8 = {instancePath:instancePath+"/selector",schemaPath:"#/properties/selector/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.rollout !== undefined){
let data3 = data.rollout;
if(!((data3 === "Rolling") || (data3 === "Announced"))){
const err9 = {instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/enum",keyword:"enum",params:{allowedValues: schema18.properties.rollout.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.zeroOf !== undefined){
let data4 = data.zeroOf;
if(!((data4 === "Operator") || (data4 === "Other"))){
const err10 = {instancePath:instancePath+"/zeroOf",schemaPath:"#/properties/zeroOf/enum",keyword:"enum",params:{allowedValues: schema18.properties.zeroOf.enum}};
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
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate48.errors = vErrors;
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
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.kind === undefined){
const err1 = {instancePath:instancePath+"/autoscalers/" + i0,schemaPath:"#/then/properties/autoscalers/items/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1.metadata === undefined){
const err2 = {instancePath:instancePath+"/autoscalers/" + i0,schemaPath:"#/then/properties/autoscalers/items/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.kind !== undefined){
let data2 = data1.kind;
if(!((data2 === "Autoscaler") || (data2 === "HorizontalPodAutoscaler"))){
const err3 = {instancePath:instancePath+"/autoscalers/" + i0+"/kind",schemaPath:"#/then/properties/autoscalers/items/properties/kind/enum",keyword:"enum",params:{allowedValues: schema6.then.properties.autoscalers.items.properties.kind.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data1.metadata !== undefined){
let data3 = data1.metadata;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.namespace === undefined){
const err4 = {instancePath:instancePath+"/autoscalers/" + i0+"/metadata",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/required",keyword:"required",params:{missingProperty: "namespace"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data3.name === undefined){
const err5 = {instancePath:instancePath+"/autoscalers/" + i0+"/metadata",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data3.namespace !== undefined){
if(typeof data3.namespace !== "string"){
const err6 = {instancePath:instancePath+"/autoscalers/" + i0+"/metadata/namespace",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/properties/namespace/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data3.name !== undefined){
if(typeof data3.name !== "string"){
const err7 = {instancePath:instancePath+"/autoscalers/" + i0+"/metadata/name",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/autoscalers/" + i0+"/metadata",schemaPath:"#/then/properties/autoscalers/items/properties/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
}
}
if(data.steps !== undefined){
let data6 = data.steps;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.object === undefined){
const err9 = {instancePath:instancePath+"/steps/" + i1,schemaPath:"#/then/properties/steps/items/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data7.events !== undefined){
let data8 = data7.events;
if(Array.isArray(data8)){
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
const _errs17 = errors;
let valid11 = true;
const _errs18 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing1;
if((data9.type === undefined) && (missing1 = "type")){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
if(data9.type !== undefined){
let data10 = data9.type;
if(!((data10 === "Deleted") || (data10 === "Forgotten"))){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
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
if(data9.object === undefined){
const err12 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2,schemaPath:"#/then/properties/steps/items/properties/events/items/then/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid1 = _errs20 === errors;
valid11 = _valid1;
}
if(!valid11){
const err13 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2,schemaPath:"#/then/properties/steps/items/properties/events/items/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.autoscaler !== undefined){
let data11 = data9.autoscaler;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.kind === undefined){
const err14 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data11.metadata === undefined){
const err15 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data11.kind !== undefined){
let data12 = data11.kind;
if(!((data12 === "Autoscaler") || (data12 === "HorizontalPodAutoscaler"))){
const err16 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/kind",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/kind/enum",keyword:"enum",params:{allowedValues: schema6.then.properties.steps.items.properties.events.items.properties.autoscaler.properties.kind.enum}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data11.metadata !== undefined){
let data13 = data11.metadata;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.namespace === undefined){
const err17 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/required",keyword:"required",params:{missingProperty: "namespace"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data13.name === undefined){
const err18 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data13.namespace !== undefined){
if(typeof data13.namespace !== "string"){
const err19 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata/namespace",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/properties/namespace/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data13.name !== undefined){
if(typeof data13.name !== "string"){
const err20 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata/name",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/steps/" + i1+"/events/" + i2+"/autoscaler/metadata",schemaPath:"#/then/properties/steps/items/properties/events/items/properties/autoscaler/properties/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
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
var _valid0 = _errs3 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs29 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.autoscaler === undefined){
const err22 = {instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: "autoscaler"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var _valid0 = _errs29 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err23 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.settings !== undefined){
let data16 = data.settings;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(data16.profile !== undefined){
if("1.36" !== data16.profile){
const err24 = {instancePath:instancePath+"/settings/profile",schemaPath:"#/properties/settings/properties/profile/const",keyword:"const",params:{allowedValue: "1.36"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data16.tolerance !== undefined){
let data18 = data16.tolerance;
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 0 || isNaN(data18)){
const err25 = {instancePath:instancePath+"/settings/tolerance",schemaPath:"#/properties/settings/properties/tolerance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/settings/tolerance",schemaPath:"#/properties/settings/properties/tolerance/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data16.downscaleStabilizationSeconds !== undefined){
let data19 = data16.downscaleStabilizationSeconds;
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 0 || isNaN(data19)){
const err27 = {instancePath:instancePath+"/settings/downscaleStabilizationSeconds",schemaPath:"#/properties/settings/properties/downscaleStabilizationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/settings/downscaleStabilizationSeconds",schemaPath:"#/properties/settings/properties/downscaleStabilizationSeconds/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data16.cpuInitializationPeriodSeconds !== undefined){
let data20 = data16.cpuInitializationPeriodSeconds;
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 < 0 || isNaN(data20)){
const err29 = {instancePath:instancePath+"/settings/cpuInitializationPeriodSeconds",schemaPath:"#/properties/settings/properties/cpuInitializationPeriodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/settings/cpuInitializationPeriodSeconds",schemaPath:"#/properties/settings/properties/cpuInitializationPeriodSeconds/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data16.initialReadinessDelaySeconds !== undefined){
let data21 = data16.initialReadinessDelaySeconds;
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 0 || isNaN(data21)){
const err31 = {instancePath:instancePath+"/settings/initialReadinessDelaySeconds",schemaPath:"#/properties/settings/properties/initialReadinessDelaySeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/settings/initialReadinessDelaySeconds",schemaPath:"#/properties/settings/properties/initialReadinessDelaySeconds/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data16.scaleToZero !== undefined){
if(typeof data16.scaleToZero !== "boolean"){
const err33 = {instancePath:instancePath+"/settings/scaleToZero",schemaPath:"#/properties/settings/properties/scaleToZero/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/settings",schemaPath:"#/properties/settings/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.autoscaler !== undefined){
if(!(validate22(data.autoscaler, {instancePath:instancePath+"/autoscaler",parentData:data,parentDataProperty:"autoscaler",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data.autoscalers !== undefined){
let data24 = data.autoscalers;
if(Array.isArray(data24)){
const len3 = data24.length;
for(let i3=0; i3<len3; i3++){
if(!(validate22(data24[i3], {instancePath:instancePath+"/autoscalers/" + i3,parentData:data24,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err35 = {instancePath:instancePath+"/autoscalers",schemaPath:"#/properties/autoscalers/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.steps !== undefined){
let data26 = data.steps;
if(Array.isArray(data26)){
const len4 = data26.length;
for(let i4=0; i4<len4; i4++){
let data27 = data26[i4];
const _errs51 = errors;
let valid22 = true;
const _errs52 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing2;
if((data27.errors === undefined) && (missing2 = "errors")){
const err36 = {};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
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
const err37 = {};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
var valid24 = _errs55 === errors;
if(valid24){
break;
}
}
if(!valid24){
const err38 = {};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
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
if(data27.scale === undefined){
const err39 = {instancePath:instancePath+"/steps/" + i4,schemaPath:"#/properties/steps/items/else/required",keyword:"required",params:{missingProperty: "scale"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var _valid2 = _errs56 === errors;
valid22 = _valid2;
}
if(!valid22){
const err40 = {instancePath:instancePath+"/steps/" + i4,schemaPath:"#/properties/steps/items/if",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.now === undefined){
const err41 = {instancePath:instancePath+"/steps/" + i4,schemaPath:"#/properties/steps/items/required",keyword:"required",params:{missingProperty: "now"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data27.now !== undefined){
let data30 = data27.now;
if(typeof data30 === "string"){
if(!(formats0.test(data30))){
const err42 = {instancePath:instancePath+"/steps/" + i4+"/now",schemaPath:"#/properties/steps/items/properties/now/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/steps/" + i4+"/now",schemaPath:"#/properties/steps/items/properties/now/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data27.object !== undefined){
if(typeof data27.object !== "string"){
const err44 = {instancePath:instancePath+"/steps/" + i4+"/object",schemaPath:"#/properties/steps/items/properties/object/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data27.events !== undefined){
let data32 = data27.events;
if(Array.isArray(data32)){
const len6 = data32.length;
for(let i6=0; i6<len6; i6++){
let data33 = data32[i6];
const _errs65 = errors;
let valid28 = true;
const _errs66 = errors;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
let missing3;
if((data33.type === undefined) && (missing3 = "type")){
const err45 = {};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
else {
if(data33.type !== undefined){
if("Created" !== data33.type){
const err46 = {};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
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
if(data33.autoscaler === undefined){
const err47 = {instancePath:instancePath+"/steps/" + i4+"/events/" + i6,schemaPath:"#/properties/steps/items/properties/events/items/then/required",keyword:"required",params:{missingProperty: "autoscaler"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
var _valid3 = _errs68 === errors;
valid28 = _valid3;
}
if(!valid28){
const err48 = {instancePath:instancePath+"/steps/" + i4+"/events/" + i6,schemaPath:"#/properties/steps/items/properties/events/items/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(data33.type === undefined){
const err49 = {instancePath:instancePath+"/steps/" + i4+"/events/" + i6,schemaPath:"#/properties/steps/items/properties/events/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data33.type !== undefined){
let data35 = data33.type;
if(!((((data35 === "Restarted") || (data35 === "Deleted")) || (data35 === "Forgotten")) || (data35 === "Created"))){
const err50 = {instancePath:instancePath+"/steps/" + i4+"/events/" + i6+"/type",schemaPath:"#/properties/steps/items/properties/events/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema6.properties.steps.items.properties.events.items.properties.type.enum}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data33.object !== undefined){
if(typeof data33.object !== "string"){
const err51 = {instancePath:instancePath+"/steps/" + i4+"/events/" + i6+"/object",schemaPath:"#/properties/steps/items/properties/events/items/properties/object/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data33.autoscaler !== undefined){
if(!(validate22(data33.autoscaler, {instancePath:instancePath+"/steps/" + i4+"/events/" + i6+"/autoscaler",parentData:data33,parentDataProperty:"autoscaler",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err52 = {instancePath:instancePath+"/steps/" + i4+"/events/" + i6,schemaPath:"#/properties/steps/items/properties/events/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/steps/" + i4+"/events",schemaPath:"#/properties/steps/items/properties/events/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data27.autoscaler !== undefined){
if(!(validate22(data27.autoscaler, {instancePath:instancePath+"/steps/" + i4+"/autoscaler",parentData:data27,parentDataProperty:"autoscaler",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data27.scale !== undefined){
if(!(validate48(data27.scale, {instancePath:instancePath+"/steps/" + i4+"/scale",parentData:data27,parentDataProperty:"scale",rootData}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data27.monitored !== undefined){
let data40 = data27.monitored;
if(Array.isArray(data40)){
const len7 = data40.length;
for(let i7=0; i7<len7; i7++){
if(!(validate48(data40[i7], {instancePath:instancePath+"/steps/" + i4+"/monitored/" + i7,parentData:data40,parentDataProperty:i7,rootData}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
}
else {
const err54 = {instancePath:instancePath+"/steps/" + i4+"/monitored",schemaPath:"#/properties/steps/items/properties/monitored/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data27.pods !== undefined){
let data42 = data27.pods;
if(Array.isArray(data42)){
const len8 = data42.length;
for(let i8=0; i8<len8; i8++){
let data43 = data42[i8];
if(!(data43 && typeof data43 == "object" && !Array.isArray(data43))){
const err55 = {instancePath:instancePath+"/steps/" + i4+"/pods/" + i8,schemaPath:"#/properties/steps/items/properties/pods/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/steps/" + i4+"/pods",schemaPath:"#/properties/steps/items/properties/pods/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data27.metrics !== undefined){
let data44 = data27.metrics;
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
if(data44.resource !== undefined){
let data45 = data44.resource;
if(Array.isArray(data45)){
const len9 = data45.length;
for(let i9=0; i9<len9; i9++){
let data46 = data45[i9];
if(!(data46 && typeof data46 == "object" && !Array.isArray(data46))){
const err57 = {instancePath:instancePath+"/steps/" + i4+"/metrics/resource/" + i9,schemaPath:"#/properties/steps/items/properties/metrics/properties/resource/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath:instancePath+"/steps/" + i4+"/metrics/resource",schemaPath:"#/properties/steps/items/properties/metrics/properties/resource/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data44.pods !== undefined){
let data47 = data44.pods;
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
for(const key0 in data47){
let data48 = data47[key0];
if(Array.isArray(data48)){
const len10 = data48.length;
for(let i10=0; i10<len10; i10++){
let data49 = data48[i10];
if(!(data49 && typeof data49 == "object" && !Array.isArray(data49))){
const err59 = {instancePath:instancePath+"/steps/" + i4+"/metrics/pods/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i10,schemaPath:"#/properties/steps/items/properties/metrics/properties/pods/additionalProperties/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
else {
const err60 = {instancePath:instancePath+"/steps/" + i4+"/metrics/pods/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/steps/items/properties/metrics/properties/pods/additionalProperties/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
else {
const err61 = {instancePath:instancePath+"/steps/" + i4+"/metrics/pods",schemaPath:"#/properties/steps/items/properties/metrics/properties/pods/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data44.object !== undefined){
let data50 = data44.object;
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
for(const key1 in data50){
let data51 = data50[key1];
if((typeof data51 !== "string") && (!(data51 && typeof data51 == "object" && !Array.isArray(data51)))){
const err62 = {instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/type",keyword:"type",params:{type: schema6.properties.steps.items.properties.metrics.properties.object.additionalProperties.type}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(data51 && typeof data51 == "object" && !Array.isArray(data51)){
if(data51.value === undefined){
const err63 = {instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(data51.value !== undefined){
if(typeof data51.value !== "string"){
const err64 = {instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/value",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data51.timestamp !== undefined){
if(typeof data51.timestamp !== "string"){
const err65 = {instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/timestamp",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/properties/timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data51.windowSeconds !== undefined){
let data54 = data51.windowSeconds;
if((typeof data54 == "number") && (isFinite(data54))){
if(data54 < 0 || isNaN(data54)){
const err66 = {instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/windowSeconds",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/properties/windowSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
else {
const err67 = {instancePath:instancePath+"/steps/" + i4+"/metrics/object/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/windowSeconds",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/additionalProperties/properties/windowSeconds/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
}
}
else {
const err68 = {instancePath:instancePath+"/steps/" + i4+"/metrics/object",schemaPath:"#/properties/steps/items/properties/metrics/properties/object/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data44.external !== undefined){
let data55 = data44.external;
if(data55 && typeof data55 == "object" && !Array.isArray(data55)){
for(const key2 in data55){
let data56 = data55[key2];
if(Array.isArray(data56)){
const len11 = data56.length;
for(let i11=0; i11<len11; i11++){
let data57 = data56[i11];
if((typeof data57 !== "string") && (!(data57 && typeof data57 == "object" && !Array.isArray(data57)))){
const err69 = {instancePath:instancePath+"/steps/" + i4+"/metrics/external/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i11,schemaPath:"#/properties/steps/items/properties/metrics/properties/external/additionalProperties/items/type",keyword:"type",params:{type: schema6.properties.steps.items.properties.metrics.properties.external.additionalProperties.items.type}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
if(data57.value === undefined){
const err70 = {instancePath:instancePath+"/steps/" + i4+"/metrics/external/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i11,schemaPath:"#/properties/steps/items/properties/metrics/properties/external/additionalProperties/items/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(data57.value !== undefined){
if(typeof data57.value !== "string"){
const err71 = {instancePath:instancePath+"/steps/" + i4+"/metrics/external/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i11+"/value",schemaPath:"#/properties/steps/items/properties/metrics/properties/external/additionalProperties/items/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data57.timestamp !== undefined){
if(typeof data57.timestamp !== "string"){
const err72 = {instancePath:instancePath+"/steps/" + i4+"/metrics/external/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i11+"/timestamp",schemaPath:"#/properties/steps/items/properties/metrics/properties/external/additionalProperties/items/properties/timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data57.windowSeconds !== undefined){
let data60 = data57.windowSeconds;
if((typeof data60 == "number") && (isFinite(data60))){
if(data60 < 0 || isNaN(data60)){
const err73 = {instancePath:instancePath+"/steps/" + i4+"/metrics/external/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i11+"/windowSeconds",schemaPath:"#/properties/steps/items/properties/metrics/properties/external/additionalProperties/items/properties/windowSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/steps/" + i4+"/metrics/external/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i11+"/windowSeconds",schemaPath:"#/properties/steps/items/properties/metrics/properties/external/additionalProperties/items/properties/windowSeconds/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
}
}
else {
const err75 = {instancePath:instancePath+"/steps/" + i4+"/metrics/external/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/steps/items/properties/metrics/properties/external/additionalProperties/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
}
else {
const err76 = {instancePath:instancePath+"/steps/" + i4+"/metrics/external",schemaPath:"#/properties/steps/items/properties/metrics/properties/external/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data44.errors !== undefined){
let data61 = data44.errors;
if(Array.isArray(data61)){
const len12 = data61.length;
for(let i12=0; i12<len12; i12++){
if(typeof data61[i12] !== "string"){
const err77 = {instancePath:instancePath+"/steps/" + i4+"/metrics/errors/" + i12,schemaPath:"#/properties/steps/items/properties/metrics/properties/errors/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
}
else {
const err78 = {instancePath:instancePath+"/steps/" + i4+"/metrics/errors",schemaPath:"#/properties/steps/items/properties/metrics/properties/errors/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
else {
const err79 = {instancePath:instancePath+"/steps/" + i4+"/metrics",schemaPath:"#/properties/steps/items/properties/metrics/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data27.errors !== undefined){
let data63 = data27.errors;
if(Array.isArray(data63)){
const len13 = data63.length;
for(let i13=0; i13<len13; i13++){
let data64 = data63[i13];
if(!(((data64 === "getScale") || (data64 === "updateScale")) || (data64 === "updateStatus"))){
const err80 = {instancePath:instancePath+"/steps/" + i4+"/errors/" + i13,schemaPath:"#/properties/steps/items/properties/errors/items/enum",keyword:"enum",params:{allowedValues: schema6.properties.steps.items.properties.errors.items.enum}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
else {
const err81 = {instancePath:instancePath+"/steps/" + i4+"/errors",schemaPath:"#/properties/steps/items/properties/errors/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data27.conflicts !== undefined){
let data65 = data27.conflicts;
if(!(((typeof data65 == "number") && (!(data65 % 1) && !isNaN(data65))) && (isFinite(data65)))){
const err82 = {instancePath:instancePath+"/steps/" + i4+"/conflicts",schemaPath:"#/properties/steps/items/properties/conflicts/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if((typeof data65 == "number") && (isFinite(data65))){
if(data65 > 2147483647 || isNaN(data65)){
const err83 = {instancePath:instancePath+"/steps/" + i4+"/conflicts",schemaPath:"#/properties/steps/items/properties/conflicts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
if(data65 < 0 || isNaN(data65)){
const err84 = {instancePath:instancePath+"/steps/" + i4+"/conflicts",schemaPath:"#/properties/steps/items/properties/conflicts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
}
}
else {
const err85 = {instancePath:instancePath+"/steps/" + i4,schemaPath:"#/properties/steps/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
}
else {
const err86 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
else {
const err87 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const schema = {"type":"object","properties":{"settings":{"type":"object","properties":{"profile":{"const":"1.36"},"tolerance":{"type":"number","minimum":0},"downscaleStabilizationSeconds":{"type":"number","minimum":0},"cpuInitializationPeriodSeconds":{"type":"number","minimum":0},"initialReadinessDelaySeconds":{"type":"number","minimum":0},"scaleToZero":{"type":"boolean"}}},"autoscaler":{"type":"object","required":["spec"],"properties":{"kind":{},"metadata":{},"spec":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"compatibility":{},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}}},"thresholds":{"type":"array","maxItems":1000,"items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}}},"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}]}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}},"scaleDown":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}}}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"scaleDownSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"status":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}}},"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"compatibility":{"enum":["None","HPA-1.36"]}}}}}},"autoscalers":{"type":"array","items":{"type":"object","required":["spec"],"properties":{"kind":{},"metadata":{},"spec":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"compatibility":{},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}}},"thresholds":{"type":"array","maxItems":1000,"items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}}},"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}]}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}},"scaleDown":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}}}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"scaleDownSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"status":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}}},"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"compatibility":{"enum":["None","HPA-1.36"]}}}}}}},"steps":{"type":"array","items":{"type":"object","required":["now"],"properties":{"now":{"type":"string","format":"date-time","example":"2026-01-01T12:00:00Z"},"object":{"type":"string","example":"shop/web"},"events":{"type":"array","items":{"type":"object","required":["type"],"properties":{"type":{"enum":["Restarted","Deleted","Forgotten","Created"]},"object":{"type":"string","example":"shop/web"},"autoscaler":{"type":"object","required":["spec"],"properties":{"kind":{},"metadata":{},"spec":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"compatibility":{},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}}},"thresholds":{"type":"array","maxItems":1000,"items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}}},"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}]}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}},"scaleDown":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}}}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"scaleDownSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"status":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}}},"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"compatibility":{"enum":["None","HPA-1.36"]}}}}}}},"if":{"required":["type"],"properties":{"type":{"const":"Created"}}},"then":{"required":["autoscaler"]}}},"autoscaler":{"type":"object","required":["spec"],"properties":{"kind":{},"metadata":{},"spec":{"type":"object","required":["maxReplicas"],"properties":{"mode":{},"compatibility":{},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647},"metrics":{"type":"array","maxItems":1000,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}}},"thresholds":{"type":"array","maxItems":1000,"items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"enum":["Value","Intention"]},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"type":"object","required":["type"],"properties":{"type":{"type":"string"}}},"comparison":{"enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["number","string"]},"durationSeconds":{"type":"integer","minimum":1,"maximum":2147483647},"increment":{"type":"integer","minimum":-1000,"maximum":2147483647}}},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},"value":{"type":["number","string"]}}}},"allOf":[{"if":{"required":["type"],"properties":{"type":{"const":"Value"}}},"then":{"required":["value"]}},{"if":{"required":["type"],"properties":{"type":{"const":"Intention"}}},"then":{"required":["intention"]}}]}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}},"scaleDown":{"type":"object","properties":{"policies":{"type":"array","maxItems":1000,"items":{"type":"object","required":["value","periodSeconds"],"properties":{"value":{"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"type":"integer","minimum":1,"maximum":2147483647}}}}}}}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"scaleDownSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}},"rollout":{"type":"object","properties":{"maxHoldSeconds":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"status":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","required":["type","status"],"properties":{"type":{"type":"string"},"status":{"enum":["True","False","Unknown"]},"reason":{"type":"string"},"message":{"type":"string"}}}},"desiredReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"currentMetrics":{"type":"array","items":{"type":"object"}}}}},"if":{"required":["kind"],"properties":{"kind":{"const":"HorizontalPodAutoscaler"}}},"else":{"properties":{"spec":{"properties":{"mode":{"enum":["Active","DryRun","Paused"]},"compatibility":{"enum":["None","HPA-1.36"]}}}}}},"scale":{"type":"object","required":["specReplicas","statusReplicas"],"properties":{"specReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"statusReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"selector":{"type":"string"},"rollout":{"enum":["Rolling","Announced"]},"zeroOf":{"enum":["Operator","Other"]}}},"monitored":{"type":"array","items":{"type":"object","required":["specReplicas","statusReplicas"],"properties":{"specReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"statusReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"selector":{"type":"string"},"rollout":{"enum":["Rolling","Announced"]},"zeroOf":{"enum":["Operator","Other"]}}}},"pods":{"type":"array","items":{"type":"object"}},"metrics":{"type":"object","properties":{"resource":{"type":"array","items":{"type":"object"}},"pods":{"type":"object","additionalProperties":{"type":"array","items":{"type":"object"}}},"object":{"type":"object","additionalProperties":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}},"external":{"type":"object","additionalProperties":{"type":"array","items":{"type":["string","object"],"required":["value"],"properties":{"value":{"type":"string"},"timestamp":{"type":"string"},"windowSeconds":{"type":"number","minimum":0}}}}},"errors":{"type":"array","items":{"type":"string"}}}},"errors":{"type":"array","items":{"enum":["getScale","updateScale","updateStatus"]}},"conflicts":{"type":"integer","minimum":0,"maximum":2147483647}},"if":{"required":["errors"],"properties":{"errors":{"contains":{"const":"getScale"}}}},"else":{"required":["scale"]}}}},"if":{"required":["autoscalers"]},"then":{"properties":{"autoscalers":{"items":{"required":["kind","metadata"],"properties":{"kind":{"enum":["Autoscaler","HorizontalPodAutoscaler"]},"metadata":{"type":"object","required":["namespace","name"],"properties":{"namespace":{"type":"string"},"name":{"type":"string"}}}}}},"steps":{"items":{"required":["object"],"properties":{"events":{"items":{"properties":{"autoscaler":{"required":["kind","metadata"],"properties":{"kind":{"enum":["Autoscaler","HorizontalPodAutoscaler"]},"metadata":{"type":"object","required":["namespace","name"],"properties":{"namespace":{"type":"string"},"name":{"type":"string"}}}}}},"if":{"required":["type"],"properties":{"type":{"enum":["Deleted","Forgotten"]}}},"then":{"required":["object"]}}}}}}}},"else":{"required":["autoscaler"]}};
