// Generated from crds/autoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["apiVersion","kind","metadata","spec"],"properties":{"apiVersion":{"const":"autoscaling.trimtab.dev/v1alpha1"},"kind":{"const":"Autoscaler"},"metadata":{"type":"object","properties":{"name":{"type":"string","maxLength":253},"generateName":{"type":"string"},"namespace":{"type":"string","maxLength":63},"labels":{"type":"object","additionalProperties":{"type":"string","maxLength":63}},"annotations":{"type":"object","additionalProperties":{"type":"string"}},"finalizers":{"type":"array","items":{"type":"string"}},"uid":{},"resourceVersion":{},"generation":{},"selfLink":{},"managedFields":{},"ownerReferences":{},"creationTimestamp":{},"deletionTimestamp":{},"deletionGracePeriodSeconds":{}},"additionalProperties":false},"spec":{"type":"object","required":["maxReplicas"],"properties":{"scaleTargetRef":{"type":"object","required":["apiVersion","kind","name"],"properties":{"apiVersion":{"example":"apps/v1","type":"string","maxLength":317},"kind":{"example":"Deployment","type":"string","maxLength":63},"name":{"example":"web","type":"string","maxLength":253}},"additionalProperties":false},"targetSelector":{"$ref":"#/$defs/part0"},"monitorSelectors":{"type":"array","maxItems":8,"items":{"$ref":"#/$defs/part0"}},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"example":10,"type":"integer","minimum":1,"maximum":2147483647},"replicaMultiple":{"type":"integer","minimum":1,"maximum":1000},"mode":{"type":"string","enum":["Active","DryRun","Paused"]},"syncPeriodSeconds":{"type":"integer","minimum":3,"maximum":3600},"cpuInitializationPeriodSeconds":{"type":"integer","minimum":0,"maximum":86400},"initialReadinessDelaySeconds":{"type":"integer","minimum":0,"maximum":86400},"metrics":{"type":"array","maxItems":32,"items":{"type":"object","required":["type"],"properties":{"type":{"example":"Resource","type":"string","enum":["Resource","ContainerResource","Pods","Object","External","Prometheus","ExternalScaler"]},"name":{"type":"string","maxLength":63},"resource":{"type":"object","properties":{"name":{"type":"string","maxLength":317},"target":{"$ref":"#/$defs/part4"}},"additionalProperties":false},"containerResource":{"type":"object","properties":{"name":{"type":"string","maxLength":317},"container":{"type":"string","maxLength":63},"target":{"$ref":"#/$defs/part4"}},"additionalProperties":false},"pods":{"type":"object","properties":{"metric":{"$ref":"#/$defs/part5"},"target":{"$ref":"#/$defs/part4"}},"additionalProperties":false},"object":{"type":"object","properties":{"describedObject":{"type":"object","properties":{"apiVersion":{"type":"string","maxLength":317},"kind":{"type":"string","maxLength":63},"name":{"type":"string","maxLength":253}},"additionalProperties":false},"metric":{"$ref":"#/$defs/part5"},"target":{"$ref":"#/$defs/part4"}},"additionalProperties":false},"external":{"type":"object","properties":{"metric":{"$ref":"#/$defs/part5"},"target":{"$ref":"#/$defs/part4"},"fallback":{"not":{},"refused":"belongs to the metric, whatever its type; write fallback: {replicas: 10} next to external"}},"additionalProperties":false},"prometheus":{"type":"object","required":["source","query"],"properties":{"source":{"example":"platform","type":"string","maxLength":63},"query":{"example":"sum(queue_length)","type":"string","minLength":1,"maxLength":4096},"whenEmpty":{"type":"string","enum":["Error","Zero"]},"target":{"$ref":"#/$defs/part4"}},"additionalProperties":false},"externalScaler":{"type":"object","required":["source"],"properties":{"source":{"example":"platform","type":"string","maxLength":63},"metadata":{"type":"object","maxProperties":32,"example":{"queue":"jobs"},"additionalProperties":{"type":"string","maxLength":1024}},"metricName":{"type":"string","minLength":1,"maxLength":253,"example":"queueLength"},"push":{"type":"boolean"},"target":{"$ref":"#/$defs/part4"}},"additionalProperties":false},"fallback":{"$ref":"#/$defs/part9"},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":86400},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["integer","string"],"example":"5","maxLength":64}},"additionalProperties":false}},"additionalProperties":false}},"combine":{"type":"object","required":["expression"],"properties":{"expression":{"example":"max(cpu, queue)","type":"string","minLength":1,"maxLength":1024}},"additionalProperties":false},"thresholds":{"type":"array","maxItems":32,"items":{"type":"object","required":["name","type"],"properties":{"name":{"example":"busy","type":"string","maxLength":63},"type":{"example":"Value","type":"string","enum":["Value","Intention"]},"fallback":{"$ref":"#/$defs/part9"},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"example":{"type":"External","external":{"metric":{"name":"requests_per_second"}}},"type":"object","required":["type"],"properties":{"type":{"example":"External","type":"string","enum":["Resource","ContainerResource","Pods","Object","External","Prometheus","ExternalScaler"]},"resource":{"type":"object","properties":{"name":{"type":"string","maxLength":317}},"additionalProperties":false},"containerResource":{"type":"object","properties":{"name":{"type":"string","maxLength":317},"container":{"type":"string","maxLength":63}},"additionalProperties":false},"pods":{"$ref":"#/$defs/part10"},"object":{"type":"object","properties":{"describedObject":{"type":"object","properties":{"apiVersion":{"type":"string","maxLength":317},"kind":{"type":"string","maxLength":63},"name":{"type":"string","maxLength":253}},"additionalProperties":false},"metric":{"$ref":"#/$defs/part5"}},"additionalProperties":false},"external":{"$ref":"#/$defs/part10"},"prometheus":{"type":"object","required":["source","query"],"properties":{"source":{"example":"platform","type":"string","maxLength":63},"query":{"example":"sum(queue_length)","type":"string","minLength":1,"maxLength":4096},"whenEmpty":{"type":"string","enum":["Error","Zero"]}},"additionalProperties":false},"externalScaler":{"type":"object","required":["source"],"properties":{"source":{"example":"platform","type":"string","maxLength":63},"metadata":{"type":"object","maxProperties":32,"example":{"queue":"jobs"},"additionalProperties":{"type":"string","maxLength":1024}},"metricName":{"type":"string","minLength":1,"maxLength":253,"example":"queueLength"}},"additionalProperties":false}},"additionalProperties":false},"valueType":{"type":"string","enum":["Value","AverageValue","Utilization"]},"comparison":{"example":"GreaterThan","type":"string","enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["integer","string"],"example":50,"maxLength":64},"durationSeconds":{"example":30,"type":"integer","minimum":1,"maximum":3600},"increment":{"example":1,"type":"integer","minimum":-1000,"maximum":1000}},"additionalProperties":false},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"example":"CPUUtilization","type":"string","enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"$ref":"#/$defs/part5"},"value":{"type":["integer","string"],"example":70,"maxLength":64}},"additionalProperties":false}},"additionalProperties":false}},"behavior":{"type":"object","properties":{"scaleUp":{"$ref":"#/$defs/part11"},"scaleDown":{"$ref":"#/$defs/part11"}},"additionalProperties":false},"schedules":{"type":"array","maxItems":50,"items":{"type":"object","required":["name","timeZone","start","end"],"properties":{"name":{"example":"office","type":"string","maxLength":63},"timeZone":{"example":"Europe/Berlin","type":"string","maxLength":63},"start":{"example":"0 8 * * 1-5","type":"string","maxLength":100},"end":{"example":"0 20 * * 1-5","type":"string","maxLength":100},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":3600},"scaleDownSeconds":{"not":{},"refused":"is what the window of behavior.scaleDown does; remove it, or write behavior: {scaleDown: {stabilizationWindowSeconds: 300}}"}},"additionalProperties":false},"idle":{"type":"object","properties":{"afterSeconds":{"type":"integer","minimum":0,"maximum":86400}},"additionalProperties":false},"rollout":{"type":"object","properties":{"scaleDown":{"type":"string","enum":["Allow","Hold"]},"maxHoldSeconds":{"type":"integer","minimum":1,"maximum":86400}},"additionalProperties":false},"healthGate":{"type":"object","properties":{"startSeconds":{"type":"integer","minimum":1,"maximum":86400},"maxHoldSeconds":{"type":"integer","minimum":1,"maximum":86400}},"additionalProperties":false},"forecast":{"type":"object","required":["mode"],"properties":{"mode":{"type":"string","enum":["ForecastOnly","Active"]},"timeZone":{"type":"string","minLength":1,"maxLength":64},"maxExtraPercent":{"type":"integer","minimum":1,"maximum":100},"leadSeconds":{"type":"integer","minimum":0,"maximum":3600},"wakeAhead":{"type":"boolean"}},"additionalProperties":false},"targetSelection":{"type":"string","enum":["HighestUsage","Announced","Largest"]},"selectionStrategy":{"type":"string","enum":["LabelSelector","OwnerReference"]},"scaleDownOrder":{"type":"string","enum":["LeastLoaded","Newest","Zone"]},"algorithm":{"type":"string","enum":["Trimtab-1","HPA-1.36"]},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None"}},"additionalProperties":false},"status":{"type":"object","properties":{"observedGeneration":{"type":"integer"},"summary":{"type":"string"},"message":{"type":"string"},"target":{"type":"object","required":["apiVersion","kind","name"],"properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"},"since":{"type":"string"},"reason":{"type":"string"}}},"monitored":{"type":"object","required":["objects","replicas"],"properties":{"objects":{"type":"integer","minimum":0},"replicas":{"type":"integer","minimum":0}}},"pods":{"type":"object","required":["leftOut"],"properties":{"leftOut":{"type":"integer","minimum":0},"unresolved":{"type":"integer","minimum":0}}},"schedule":{"type":"object","properties":{"active":{"type":"string"},"until":{"type":"string"},"next":{"type":"string"},"nextAt":{"type":"string"}}},"forecast":{"type":"object","required":["gate","reason","message"],"properties":{"gate":{"type":"string"},"since":{"type":"string"},"reason":{"type":"string"},"message":{"type":"string"},"expected":{"type":"object","required":["replicas","at"],"properties":{"replicas":{"type":"integer"},"at":{"type":"string"}}},"account":{"type":"object","required":["days","shortage","avoided","extra","extraPercent","rivalAvoided"],"properties":{"days":{"type":"integer"},"shortage":{"type":"string"},"avoided":{"type":"string"},"extra":{"type":"string"},"extraPercent":{"type":"string"},"rivalAvoided":{"type":"string"}}}}},"currentReplicas":{"type":"integer","minimum":0},"desiredReplicas":{"type":"integer","minimum":0},"lastScaleTime":{"type":"string"},"currentMetrics":{"type":"array","maxItems":256,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"resource":{"type":"object","required":["name","current"],"properties":{"name":{"type":"string"},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"containerResource":{"type":"object","required":["name","container","current"],"properties":{"name":{"type":"string"},"container":{"type":"string"},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"pods":{"$ref":"#/$defs/part14"},"object":{"type":"object","required":["describedObject","metric","current"],"properties":{"describedObject":{"type":"object","required":["kind","name"],"properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"}}},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"selector":{"type":"object"}}},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"external":{"$ref":"#/$defs/part14"},"prometheus":{"type":"object","required":["source","query","current"],"properties":{"source":{"type":"string"},"query":{"type":"string"},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"externalScaler":{"type":"object","required":["source","current"],"properties":{"source":{"type":"string"},"metricName":{"type":"string"},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}}}}},"conditions":{"type":"array","maxItems":16,"items":{"type":"object","required":["type","status","lastTransitionTime","reason","message"],"properties":{"type":{"type":"string","maxLength":316,"pattern":"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"},"status":{"type":"string","enum":["True","False","Unknown"]},"observedGeneration":{"type":"integer","minimum":0},"lastTransitionTime":{"type":"string"},"reason":{"type":"string","minLength":1,"maxLength":1024,"pattern":"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},"message":{"type":"string","maxLength":32768}}}},"decision":{"type":"object","required":["time","from","to","votes","steps"],"properties":{"time":{"type":"string"},"from":{"type":"integer"},"to":{"type":"integer"},"votes":{"type":"array","maxItems":256,"items":{"type":"object","required":["source","message"],"properties":{"source":{"type":"string"},"type":{"type":"string"},"replicas":{"type":"integer"},"reason":{"type":"string"},"input":{"type":"string"},"sampleAgeSeconds":{"type":"integer"},"message":{"type":"string"}}}},"steps":{"type":"array","maxItems":32,"items":{"type":"object","required":["step","before","after","reason","message"],"properties":{"step":{"type":"string"},"before":{"type":"integer"},"after":{"type":"integer"},"atLeast":{"type":"integer"},"atMost":{"type":"integer"},"until":{"type":"string"},"others":{"type":"integer"},"reason":{"type":"string"},"message":{"type":"string"}}}}}},"history":{"type":"object","properties":{"version":{"type":"integer"}}},"dryRunHistory":{"type":"object","properties":{"version":{"type":"integer"}}}}}},"additionalProperties":false,"$defs":{"part0":{"type":"object","properties":{"apiVersion":{"type":"string","maxLength":317},"kind":{"type":"string","maxLength":63},"selector":{"$ref":"#/$defs/part1"},"matchLabels":{"not":{},"refused":"is now in selector; write selector: {matchLabels: {app: web}}"},"matchExpressions":{"not":{},"refused":"is now in selector; write selector: {matchExpressions: [{key: app, operator: In, values: [web]}]}"}},"additionalProperties":false},"part1":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":16,"additionalProperties":{"type":"string","maxLength":63}},"matchExpressions":{"$ref":"#/$defs/part2"}},"additionalProperties":false},"part2":{"type":"array","maxItems":16,"items":{"$ref":"#/$defs/part3"}},"part3":{"type":"object","required":["key","operator"],"properties":{"key":{"example":"app.kubernetes.io/name","type":"string","maxLength":317},"operator":{"example":"In","type":"string","enum":["In","NotIn","Exists","DoesNotExist"]},"values":{"type":"array","maxItems":16,"items":{"type":"string","maxLength":63}}},"additionalProperties":false},"part4":{"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false},"part5":{"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"$ref":"#/$defs/part6"}},"additionalProperties":false},"part6":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"$ref":"#/$defs/part7"}},"additionalProperties":false},"part7":{"type":"array","maxItems":32,"items":{"$ref":"#/$defs/part8"}},"part8":{"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false},"part9":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":3600},"replicas":{"example":10,"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"type":"string","enum":["Static","CurrentIfHigher","CurrentIfLower"]}},"additionalProperties":false},"part10":{"type":"object","properties":{"metric":{"$ref":"#/$defs/part5"}},"additionalProperties":false},"part11":{"type":"object","properties":{"stabilizationWindowSeconds":{"type":"integer","minimum":0,"maximum":3600},"selectPolicy":{"type":"string","enum":["Max","Min","Disabled"]},"policies":{"$ref":"#/$defs/part12"},"tolerance":{"type":["number","string"],"minimum":0,"maximum":2147483647,"maxLength":64}},"additionalProperties":false},"part12":{"type":"array","minItems":1,"maxItems":16,"items":{"$ref":"#/$defs/part13"}},"part13":{"type":"object","required":["type","value","periodSeconds"],"properties":{"type":{"example":"Percent","type":"string","enum":["Pods","Percent"]},"value":{"example":100,"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"example":60,"type":"integer","minimum":1,"maximum":1800}},"additionalProperties":false},"part14":{"type":"object","required":["metric","current"],"properties":{"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"selector":{"type":"object"}}},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}}}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = text => { let length = 0; for (const _ of text) length += 1; return length; };
const schema7 = {"type":"object","properties":{"apiVersion":{"type":"string","maxLength":317},"kind":{"type":"string","maxLength":63},"selector":{"$ref":"#/$defs/part1"},"matchLabels":{"not":{},"refused":"is now in selector; write selector: {matchLabels: {app: web}}"},"matchExpressions":{"not":{},"refused":"is now in selector; write selector: {matchExpressions: [{key: app, operator: In, values: [web]}]}"}},"additionalProperties":false};
const schema8 = {"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":16,"additionalProperties":{"type":"string","maxLength":63}},"matchExpressions":{"$ref":"#/$defs/part2"}},"additionalProperties":false};
const schema9 = {"type":"array","maxItems":16,"items":{"$ref":"#/$defs/part3"}};
const schema10 = {"type":"object","required":["key","operator"],"properties":{"key":{"example":"app.kubernetes.io/name","type":"string","maxLength":317},"operator":{"example":"In","type":"string","enum":["In","NotIn","Exists","DoesNotExist"]},"values":{"type":"array","maxItems":16,"items":{"type":"string","maxLength":63}}},"additionalProperties":false};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.key === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.operator === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "operator"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "key") || (key0 === "operator")) || (key0 === "values"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.key !== undefined){
let data0 = data.key;
if(typeof data0 === "string"){
if(func3(data0) > 317){
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.operator !== undefined){
let data1 = data.operator;
if(typeof data1 !== "string"){
const err5 = {instancePath:instancePath+"/operator",schemaPath:"#/properties/operator/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!((((data1 === "In") || (data1 === "NotIn")) || (data1 === "Exists")) || (data1 === "DoesNotExist"))){
const err6 = {instancePath:instancePath+"/operator",schemaPath:"#/properties/operator/enum",keyword:"enum",params:{allowedValues: schema10.properties.operator.enum}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.values !== undefined){
let data2 = data.values;
if(Array.isArray(data2)){
if(data2.length > 16){
const err7 = {instancePath:instancePath+"/values",schemaPath:"#/properties/values/maxItems",keyword:"maxItems",params:{limit: 16}};
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
if(typeof data3 === "string"){
if(func3(data3) > 63){
const err8 = {instancePath:instancePath+"/values/" + i0,schemaPath:"#/properties/values/items/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/values/" + i0,schemaPath:"#/properties/values/items/type",keyword:"type",params:{type: "string"}};
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
const err10 = {instancePath:instancePath+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type: "array"}};
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
validate25.errors = vErrors;
return errors === 0;
}


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 16){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 16}};
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


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "matchLabels") || (key0 === "matchExpressions"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.matchLabels !== undefined){
let data0 = data.matchLabels;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length > 16){
const err1 = {instancePath:instancePath+"/matchLabels",schemaPath:"#/properties/matchLabels/maxProperties",keyword:"maxProperties",params:{limit: 16}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key1 in data0){
let data1 = data0[key1];
if(typeof data1 === "string"){
if(func3(data1) > 63){
const err2 = {instancePath:instancePath+"/matchLabels/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/matchLabels/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/matchLabels/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/matchLabels/additionalProperties/type",keyword:"type",params:{type: "string"}};
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
const err4 = {instancePath:instancePath+"/matchLabels",schemaPath:"#/properties/matchLabels/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.matchExpressions !== undefined){
if(!(validate24(data.matchExpressions, {instancePath:instancePath+"/matchExpressions",parentData:data,parentDataProperty:"matchExpressions",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
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
validate23.errors = vErrors;
return errors === 0;
}


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "apiVersion") || (key0 === "kind")) || (key0 === "selector")) || (key0 === "matchLabels")) || (key0 === "matchExpressions"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.apiVersion !== undefined){
let data0 = data.apiVersion;
if(typeof data0 === "string"){
if(func3(data0) > 317){
const err1 = {instancePath:instancePath+"/apiVersion",schemaPath:"#/properties/apiVersion/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/apiVersion",schemaPath:"#/properties/apiVersion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.kind !== undefined){
let data1 = data.kind;
if(typeof data1 === "string"){
if(func3(data1) > 63){
const err3 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.selector !== undefined){
if(!(validate23(data.selector, {instancePath:instancePath+"/selector",parentData:data,parentDataProperty:"selector",rootData}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
}
if(data.matchLabels !== undefined){
const err5 = {instancePath:instancePath+"/matchLabels",schemaPath:"#/properties/matchLabels/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.matchExpressions !== undefined){
const err6 = {instancePath:instancePath+"/matchExpressions",schemaPath:"#/properties/matchExpressions/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
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
validate22.errors = vErrors;
return errors === 0;
}

const schema11 = {"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "type") || (key0 === "value")) || (key0 === "averageValue")) || (key0 === "averageUtilization"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((data0 === "Utilization") || (data0 === "Value")) || (data0 === "AverageValue"))){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema11.properties.type.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.value !== undefined){
let data1 = data.value;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (typeof data1 !== "string")){
const err3 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: schema11.properties.value.type}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data1 === "string"){
if(func3(data1) > 64){
const err4 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/maxLength",keyword:"maxLength",params:{limit: 64}};
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
if(data.averageValue !== undefined){
let data2 = data.averageValue;
if((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (typeof data2 !== "string")){
const err5 = {instancePath:instancePath+"/averageValue",schemaPath:"#/properties/averageValue/type",keyword:"type",params:{type: schema11.properties.averageValue.type}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data2 === "string"){
if(func3(data2) > 64){
const err6 = {instancePath:instancePath+"/averageValue",schemaPath:"#/properties/averageValue/maxLength",keyword:"maxLength",params:{limit: 64}};
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
if(data.averageUtilization !== undefined){
let data3 = data.averageUtilization;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/averageUtilization",schemaPath:"#/properties/averageUtilization/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 2147483647 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/averageUtilization",schemaPath:"#/properties/averageUtilization/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/averageUtilization",schemaPath:"#/properties/averageUtilization/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}

const schema12 = {"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"$ref":"#/$defs/part6"}},"additionalProperties":false};
const schema13 = {"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"$ref":"#/$defs/part7"}},"additionalProperties":false};
const schema14 = {"type":"array","maxItems":32,"items":{"$ref":"#/$defs/part8"}};
const schema15 = {"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "key") || (key0 === "operator")) || (key0 === "values"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.key !== undefined){
let data0 = data.key;
if(typeof data0 === "string"){
if(func3(data0) > 317){
const err1 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.operator !== undefined){
let data1 = data.operator;
if(typeof data1 === "string"){
if(func3(data1) > 63){
const err3 = {instancePath:instancePath+"/operator",schemaPath:"#/properties/operator/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/operator",schemaPath:"#/properties/operator/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.values !== undefined){
let data2 = data.values;
if(Array.isArray(data2)){
if(data2.length > 64){
const err5 = {instancePath:instancePath+"/values",schemaPath:"#/properties/values/maxItems",keyword:"maxItems",params:{limit: 64}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func3(data3) > 63){
const err6 = {instancePath:instancePath+"/values/" + i0,schemaPath:"#/properties/values/items/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/values/" + i0,schemaPath:"#/properties/values/items/type",keyword:"type",params:{type: "string"}};
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
const err8 = {instancePath:instancePath+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type: "array"}};
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
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}


function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 32){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 32}};
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
if(!(validate37(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
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
validate36.errors = vErrors;
return errors === 0;
}


function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "matchLabels") || (key0 === "matchExpressions"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.matchLabels !== undefined){
let data0 = data.matchLabels;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length > 32){
const err1 = {instancePath:instancePath+"/matchLabels",schemaPath:"#/properties/matchLabels/maxProperties",keyword:"maxProperties",params:{limit: 32}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key1 in data0){
let data1 = data0[key1];
if((typeof data1 !== "string") && (data1 !== null)){
const err2 = {instancePath:instancePath+"/matchLabels/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/matchLabels/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data1 === "string"){
if(func3(data1) > 63){
const err3 = {instancePath:instancePath+"/matchLabels/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/matchLabels/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 63}};
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
else {
const err4 = {instancePath:instancePath+"/matchLabels",schemaPath:"#/properties/matchLabels/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.matchExpressions !== undefined){
if(!(validate36(data.matchExpressions, {instancePath:instancePath+"/matchExpressions",parentData:data,parentDataProperty:"matchExpressions",rootData}))){
vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors);
errors = vErrors.length;
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
validate35.errors = vErrors;
return errors === 0;
}


function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "name") || (key0 === "selector"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func3(data0) > 512){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 512}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.selector !== undefined){
if(!(validate35(data.selector, {instancePath:instancePath+"/selector",parentData:data,parentDataProperty:"selector",rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":3600},"replicas":{"example":10,"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"type":"string","enum":["Static","CurrentIfHigher","CurrentIfLower"]}},"additionalProperties":false};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.replicas === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "failureDurationSeconds") || (key0 === "replicas")) || (key0 === "behavior"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.failureDurationSeconds !== undefined){
let data0 = data.failureDurationSeconds;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/failureDurationSeconds",schemaPath:"#/properties/failureDurationSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 3600 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/failureDurationSeconds",schemaPath:"#/properties/failureDurationSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/failureDurationSeconds",schemaPath:"#/properties/failureDurationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data.replicas !== undefined){
let data1 = data.replicas;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err5 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/type",keyword:"type",params:{type: "integer"}};
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
const err6 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data.behavior !== undefined){
let data2 = data.behavior;
if(typeof data2 !== "string"){
const err8 = {instancePath:instancePath+"/behavior",schemaPath:"#/properties/behavior/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(((data2 === "Static") || (data2 === "CurrentIfHigher")) || (data2 === "CurrentIfLower"))){
const err9 = {instancePath:instancePath+"/behavior",schemaPath:"#/properties/behavior/enum",keyword:"enum",params:{allowedValues: schema16.properties.behavior.enum}};
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
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}

const schema17 = {"type":"object","properties":{"metric":{"$ref":"#/$defs/part5"}},"additionalProperties":false};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "metric")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.metric !== undefined){
if(!(validate34(data.metric, {instancePath:instancePath+"/metric",parentData:data,parentDataProperty:"metric",rootData}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}

const schema18 = {"type":"object","properties":{"stabilizationWindowSeconds":{"type":"integer","minimum":0,"maximum":3600},"selectPolicy":{"type":"string","enum":["Max","Min","Disabled"]},"policies":{"$ref":"#/$defs/part12"},"tolerance":{"type":["number","string"],"minimum":0,"maximum":2147483647,"maxLength":64}},"additionalProperties":false};
const schema19 = {"type":"array","minItems":1,"maxItems":16,"items":{"$ref":"#/$defs/part13"}};
const schema20 = {"type":"object","required":["type","value","periodSeconds"],"properties":{"type":{"example":"Percent","type":"string","enum":["Pods","Percent"]},"value":{"example":100,"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"example":60,"type":"integer","minimum":1,"maximum":1800}},"additionalProperties":false};

function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
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
if(data.periodSeconds === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "periodSeconds"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "value")) || (key0 === "periodSeconds"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!((data0 === "Pods") || (data0 === "Percent"))){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema20.properties.type.enum}};
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
let data1 = data.value;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data.periodSeconds !== undefined){
let data2 = data.periodSeconds;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err9 = {instancePath:instancePath+"/periodSeconds",schemaPath:"#/properties/periodSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1800 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/periodSeconds",schemaPath:"#/properties/periodSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1800}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/periodSeconds",schemaPath:"#/properties/periodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
validate60.errors = vErrors;
return errors === 0;
}


function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 16){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 16}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.length < 1){
const err1 = {instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate60(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}


function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "stabilizationWindowSeconds") || (key0 === "selectPolicy")) || (key0 === "policies")) || (key0 === "tolerance"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.stabilizationWindowSeconds !== undefined){
let data0 = data.stabilizationWindowSeconds;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/stabilizationWindowSeconds",schemaPath:"#/properties/stabilizationWindowSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 3600 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/stabilizationWindowSeconds",schemaPath:"#/properties/stabilizationWindowSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/stabilizationWindowSeconds",schemaPath:"#/properties/stabilizationWindowSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.selectPolicy !== undefined){
let data1 = data.selectPolicy;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/selectPolicy",schemaPath:"#/properties/selectPolicy/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(((data1 === "Max") || (data1 === "Min")) || (data1 === "Disabled"))){
const err5 = {instancePath:instancePath+"/selectPolicy",schemaPath:"#/properties/selectPolicy/enum",keyword:"enum",params:{allowedValues: schema18.properties.selectPolicy.enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.policies !== undefined){
if(!(validate59(data.policies, {instancePath:instancePath+"/policies",parentData:data,parentDataProperty:"policies",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data.tolerance !== undefined){
let data3 = data.tolerance;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (typeof data3 !== "string")){
const err6 = {instancePath:instancePath+"/tolerance",schemaPath:"#/properties/tolerance/type",keyword:"type",params:{type: schema18.properties.tolerance.type}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 2147483647 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/tolerance",schemaPath:"#/properties/tolerance/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/tolerance",schemaPath:"#/properties/tolerance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(typeof data3 === "string"){
if(func3(data3) > 64){
const err9 = {instancePath:instancePath+"/tolerance",schemaPath:"#/properties/tolerance/maxLength",keyword:"maxLength",params:{limit: 64}};
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
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate58.errors = vErrors;
return errors === 0;
}

const schema21 = {"type":"object","required":["metric","current"],"properties":{"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"selector":{"type":"object"}}},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}};

function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(data.current === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "current"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.metric !== undefined){
let data0 = data.metric;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.name === undefined){
const err2 = {instancePath:instancePath+"/metric",schemaPath:"#/properties/metric/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.name !== undefined){
if(typeof data0.name !== "string"){
const err3 = {instancePath:instancePath+"/metric/name",schemaPath:"#/properties/metric/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.selector !== undefined){
let data2 = data0.selector;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err4 = {instancePath:instancePath+"/metric/selector",schemaPath:"#/properties/metric/properties/selector/type",keyword:"type",params:{type: "object"}};
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
if(data.current !== undefined){
let data3 = data.current;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.value !== undefined){
if(typeof data3.value !== "string"){
const err6 = {instancePath:instancePath+"/current/value",schemaPath:"#/properties/current/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data3.averageValue !== undefined){
if(typeof data3.averageValue !== "string"){
const err7 = {instancePath:instancePath+"/current/averageValue",schemaPath:"#/properties/current/properties/averageValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data3.averageUtilization !== undefined){
let data6 = data3.averageUtilization;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err8 = {instancePath:instancePath+"/current/averageUtilization",schemaPath:"#/properties/current/properties/averageUtilization/type",keyword:"type",params:{type: "integer"}};
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
else {
const err9 = {instancePath:instancePath+"/current",schemaPath:"#/properties/current/type",keyword:"type",params:{type: "object"}};
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
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate65.errors = vErrors;
return errors === 0;
}

const pattern0 = new RegExp("^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$", "u");
const pattern1 = new RegExp("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.apiVersion === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "apiVersion"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.kind === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.metadata === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.spec === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "spec"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "apiVersion") || (key0 === "kind")) || (key0 === "metadata")) || (key0 === "spec")) || (key0 === "status"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.apiVersion !== undefined){
if("autoscaling.trimtab.dev/v1alpha1" !== data.apiVersion){
const err5 = {instancePath:instancePath+"/apiVersion",schemaPath:"#/properties/apiVersion/const",keyword:"const",params:{allowedValue: "autoscaling.trimtab.dev/v1alpha1"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.kind !== undefined){
if("Autoscaler" !== data.kind){
const err6 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/const",keyword:"const",params:{allowedValue: "Autoscaler"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.metadata !== undefined){
let data2 = data.metadata;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
if(!(func2.call(schema6.properties.metadata.properties, key1))){
const err7 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data2.name !== undefined){
let data3 = data2.name;
if(typeof data3 === "string"){
if(func3(data3) > 253){
const err8 = {instancePath:instancePath+"/metadata/name",schemaPath:"#/properties/metadata/properties/name/maxLength",keyword:"maxLength",params:{limit: 253}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/metadata/name",schemaPath:"#/properties/metadata/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data2.generateName !== undefined){
if(typeof data2.generateName !== "string"){
const err10 = {instancePath:instancePath+"/metadata/generateName",schemaPath:"#/properties/metadata/properties/generateName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data2.namespace !== undefined){
let data5 = data2.namespace;
if(typeof data5 === "string"){
if(func3(data5) > 63){
const err11 = {instancePath:instancePath+"/metadata/namespace",schemaPath:"#/properties/metadata/properties/namespace/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/metadata/namespace",schemaPath:"#/properties/metadata/properties/namespace/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data2.labels !== undefined){
let data6 = data2.labels;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key2 in data6){
let data7 = data6[key2];
if(typeof data7 === "string"){
if(func3(data7) > 63){
const err13 = {instancePath:instancePath+"/metadata/labels/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/properties/labels/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/metadata/labels/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/properties/labels/additionalProperties/type",keyword:"type",params:{type: "string"}};
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
else {
const err15 = {instancePath:instancePath+"/metadata/labels",schemaPath:"#/properties/metadata/properties/labels/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data2.annotations !== undefined){
let data8 = data2.annotations;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key3 in data8){
if(typeof data8[key3] !== "string"){
const err16 = {instancePath:instancePath+"/metadata/annotations/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/properties/annotations/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/metadata/annotations",schemaPath:"#/properties/metadata/properties/annotations/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data2.finalizers !== undefined){
let data10 = data2.finalizers;
if(Array.isArray(data10)){
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
if(typeof data10[i0] !== "string"){
const err18 = {instancePath:instancePath+"/metadata/finalizers/" + i0,schemaPath:"#/properties/metadata/properties/finalizers/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/metadata/finalizers",schemaPath:"#/properties/metadata/properties/finalizers/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.spec !== undefined){
let data12 = data.spec;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.maxReplicas === undefined){
const err21 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/required",keyword:"required",params:{missingProperty: "maxReplicas"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
for(const key4 in data12){
if(!(func2.call(schema6.properties.spec.properties, key4))){
const err22 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data12.scaleTargetRef !== undefined){
let data13 = data12.scaleTargetRef;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.apiVersion === undefined){
const err23 = {instancePath:instancePath+"/spec/scaleTargetRef",schemaPath:"#/properties/spec/properties/scaleTargetRef/required",keyword:"required",params:{missingProperty: "apiVersion"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data13.kind === undefined){
const err24 = {instancePath:instancePath+"/spec/scaleTargetRef",schemaPath:"#/properties/spec/properties/scaleTargetRef/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data13.name === undefined){
const err25 = {instancePath:instancePath+"/spec/scaleTargetRef",schemaPath:"#/properties/spec/properties/scaleTargetRef/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
for(const key5 in data13){
if(!(((key5 === "apiVersion") || (key5 === "kind")) || (key5 === "name"))){
const err26 = {instancePath:instancePath+"/spec/scaleTargetRef",schemaPath:"#/properties/spec/properties/scaleTargetRef/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data13.apiVersion !== undefined){
let data14 = data13.apiVersion;
if(typeof data14 === "string"){
if(func3(data14) > 317){
const err27 = {instancePath:instancePath+"/spec/scaleTargetRef/apiVersion",schemaPath:"#/properties/spec/properties/scaleTargetRef/properties/apiVersion/maxLength",keyword:"maxLength",params:{limit: 317}};
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
const err28 = {instancePath:instancePath+"/spec/scaleTargetRef/apiVersion",schemaPath:"#/properties/spec/properties/scaleTargetRef/properties/apiVersion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data13.kind !== undefined){
let data15 = data13.kind;
if(typeof data15 === "string"){
if(func3(data15) > 63){
const err29 = {instancePath:instancePath+"/spec/scaleTargetRef/kind",schemaPath:"#/properties/spec/properties/scaleTargetRef/properties/kind/maxLength",keyword:"maxLength",params:{limit: 63}};
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
const err30 = {instancePath:instancePath+"/spec/scaleTargetRef/kind",schemaPath:"#/properties/spec/properties/scaleTargetRef/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data13.name !== undefined){
let data16 = data13.name;
if(typeof data16 === "string"){
if(func3(data16) > 253){
const err31 = {instancePath:instancePath+"/spec/scaleTargetRef/name",schemaPath:"#/properties/spec/properties/scaleTargetRef/properties/name/maxLength",keyword:"maxLength",params:{limit: 253}};
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
const err32 = {instancePath:instancePath+"/spec/scaleTargetRef/name",schemaPath:"#/properties/spec/properties/scaleTargetRef/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/spec/scaleTargetRef",schemaPath:"#/properties/spec/properties/scaleTargetRef/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data12.targetSelector !== undefined){
if(!(validate22(data12.targetSelector, {instancePath:instancePath+"/spec/targetSelector",parentData:data12,parentDataProperty:"targetSelector",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data12.monitorSelectors !== undefined){
let data18 = data12.monitorSelectors;
if(Array.isArray(data18)){
if(data18.length > 8){
const err34 = {instancePath:instancePath+"/spec/monitorSelectors",schemaPath:"#/properties/spec/properties/monitorSelectors/maxItems",keyword:"maxItems",params:{limit: 8}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
const len1 = data18.length;
for(let i1=0; i1<len1; i1++){
if(!(validate22(data18[i1], {instancePath:instancePath+"/spec/monitorSelectors/" + i1,parentData:data18,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err35 = {instancePath:instancePath+"/spec/monitorSelectors",schemaPath:"#/properties/spec/properties/monitorSelectors/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data12.minReplicas !== undefined){
let data20 = data12.minReplicas;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err36 = {instancePath:instancePath+"/spec/minReplicas",schemaPath:"#/properties/spec/properties/minReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 2147483647 || isNaN(data20)){
const err37 = {instancePath:instancePath+"/spec/minReplicas",schemaPath:"#/properties/spec/properties/minReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err38 = {instancePath:instancePath+"/spec/minReplicas",schemaPath:"#/properties/spec/properties/minReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
if(data12.maxReplicas !== undefined){
let data21 = data12.maxReplicas;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err39 = {instancePath:instancePath+"/spec/maxReplicas",schemaPath:"#/properties/spec/properties/maxReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 2147483647 || isNaN(data21)){
const err40 = {instancePath:instancePath+"/spec/maxReplicas",schemaPath:"#/properties/spec/properties/maxReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data21 < 1 || isNaN(data21)){
const err41 = {instancePath:instancePath+"/spec/maxReplicas",schemaPath:"#/properties/spec/properties/maxReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
if(data12.replicaMultiple !== undefined){
let data22 = data12.replicaMultiple;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err42 = {instancePath:instancePath+"/spec/replicaMultiple",schemaPath:"#/properties/spec/properties/replicaMultiple/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 1000 || isNaN(data22)){
const err43 = {instancePath:instancePath+"/spec/replicaMultiple",schemaPath:"#/properties/spec/properties/replicaMultiple/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data22 < 1 || isNaN(data22)){
const err44 = {instancePath:instancePath+"/spec/replicaMultiple",schemaPath:"#/properties/spec/properties/replicaMultiple/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
if(data12.mode !== undefined){
let data23 = data12.mode;
if(typeof data23 !== "string"){
const err45 = {instancePath:instancePath+"/spec/mode",schemaPath:"#/properties/spec/properties/mode/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(!(((data23 === "Active") || (data23 === "DryRun")) || (data23 === "Paused"))){
const err46 = {instancePath:instancePath+"/spec/mode",schemaPath:"#/properties/spec/properties/mode/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.mode.enum}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data12.syncPeriodSeconds !== undefined){
let data24 = data12.syncPeriodSeconds;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err47 = {instancePath:instancePath+"/spec/syncPeriodSeconds",schemaPath:"#/properties/spec/properties/syncPeriodSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 3600 || isNaN(data24)){
const err48 = {instancePath:instancePath+"/spec/syncPeriodSeconds",schemaPath:"#/properties/spec/properties/syncPeriodSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data24 < 3 || isNaN(data24)){
const err49 = {instancePath:instancePath+"/spec/syncPeriodSeconds",schemaPath:"#/properties/spec/properties/syncPeriodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 3}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
if(data12.cpuInitializationPeriodSeconds !== undefined){
let data25 = data12.cpuInitializationPeriodSeconds;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
const err50 = {instancePath:instancePath+"/spec/cpuInitializationPeriodSeconds",schemaPath:"#/properties/spec/properties/cpuInitializationPeriodSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 86400 || isNaN(data25)){
const err51 = {instancePath:instancePath+"/spec/cpuInitializationPeriodSeconds",schemaPath:"#/properties/spec/properties/cpuInitializationPeriodSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data25 < 0 || isNaN(data25)){
const err52 = {instancePath:instancePath+"/spec/cpuInitializationPeriodSeconds",schemaPath:"#/properties/spec/properties/cpuInitializationPeriodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data12.initialReadinessDelaySeconds !== undefined){
let data26 = data12.initialReadinessDelaySeconds;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err53 = {instancePath:instancePath+"/spec/initialReadinessDelaySeconds",schemaPath:"#/properties/spec/properties/initialReadinessDelaySeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 86400 || isNaN(data26)){
const err54 = {instancePath:instancePath+"/spec/initialReadinessDelaySeconds",schemaPath:"#/properties/spec/properties/initialReadinessDelaySeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data26 < 0 || isNaN(data26)){
const err55 = {instancePath:instancePath+"/spec/initialReadinessDelaySeconds",schemaPath:"#/properties/spec/properties/initialReadinessDelaySeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data12.metrics !== undefined){
let data27 = data12.metrics;
if(Array.isArray(data27)){
if(data27.length > 32){
const err56 = {instancePath:instancePath+"/spec/metrics",schemaPath:"#/properties/spec/properties/metrics/maxItems",keyword:"maxItems",params:{limit: 32}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
const len2 = data27.length;
for(let i2=0; i2<len2; i2++){
let data28 = data27[i2];
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if(data28.type === undefined){
const err57 = {instancePath:instancePath+"/spec/metrics/" + i2,schemaPath:"#/properties/spec/properties/metrics/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
for(const key6 in data28){
if(!(func2.call(schema6.properties.spec.properties.metrics.items.properties, key6))){
const err58 = {instancePath:instancePath+"/spec/metrics/" + i2,schemaPath:"#/properties/spec/properties/metrics/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data28.type !== undefined){
let data29 = data28.type;
if(typeof data29 !== "string"){
const err59 = {instancePath:instancePath+"/spec/metrics/" + i2+"/type",schemaPath:"#/properties/spec/properties/metrics/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(!(((((((data29 === "Resource") || (data29 === "ContainerResource")) || (data29 === "Pods")) || (data29 === "Object")) || (data29 === "External")) || (data29 === "Prometheus")) || (data29 === "ExternalScaler"))){
const err60 = {instancePath:instancePath+"/spec/metrics/" + i2+"/type",schemaPath:"#/properties/spec/properties/metrics/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.metrics.items.properties.type.enum}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data28.name !== undefined){
let data30 = data28.name;
if(typeof data30 === "string"){
if(func3(data30) > 63){
const err61 = {instancePath:instancePath+"/spec/metrics/" + i2+"/name",schemaPath:"#/properties/spec/properties/metrics/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/spec/metrics/" + i2+"/name",schemaPath:"#/properties/spec/properties/metrics/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data28.resource !== undefined){
let data31 = data28.resource;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
for(const key7 in data31){
if(!((key7 === "name") || (key7 === "target"))){
const err63 = {instancePath:instancePath+"/spec/metrics/" + i2+"/resource",schemaPath:"#/properties/spec/properties/metrics/items/properties/resource/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data31.name !== undefined){
let data32 = data31.name;
if(typeof data32 === "string"){
if(func3(data32) > 317){
const err64 = {instancePath:instancePath+"/spec/metrics/" + i2+"/resource/name",schemaPath:"#/properties/spec/properties/metrics/items/properties/resource/properties/name/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/spec/metrics/" + i2+"/resource/name",schemaPath:"#/properties/spec/properties/metrics/items/properties/resource/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data31.target !== undefined){
if(!(validate31(data31.target, {instancePath:instancePath+"/spec/metrics/" + i2+"/resource/target",parentData:data31,parentDataProperty:"target",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
}
}
else {
const err66 = {instancePath:instancePath+"/spec/metrics/" + i2+"/resource",schemaPath:"#/properties/spec/properties/metrics/items/properties/resource/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data28.containerResource !== undefined){
let data34 = data28.containerResource;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
for(const key8 in data34){
if(!(((key8 === "name") || (key8 === "container")) || (key8 === "target"))){
const err67 = {instancePath:instancePath+"/spec/metrics/" + i2+"/containerResource",schemaPath:"#/properties/spec/properties/metrics/items/properties/containerResource/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data34.name !== undefined){
let data35 = data34.name;
if(typeof data35 === "string"){
if(func3(data35) > 317){
const err68 = {instancePath:instancePath+"/spec/metrics/" + i2+"/containerResource/name",schemaPath:"#/properties/spec/properties/metrics/items/properties/containerResource/properties/name/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
else {
const err69 = {instancePath:instancePath+"/spec/metrics/" + i2+"/containerResource/name",schemaPath:"#/properties/spec/properties/metrics/items/properties/containerResource/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data34.container !== undefined){
let data36 = data34.container;
if(typeof data36 === "string"){
if(func3(data36) > 63){
const err70 = {instancePath:instancePath+"/spec/metrics/" + i2+"/containerResource/container",schemaPath:"#/properties/spec/properties/metrics/items/properties/containerResource/properties/container/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/spec/metrics/" + i2+"/containerResource/container",schemaPath:"#/properties/spec/properties/metrics/items/properties/containerResource/properties/container/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data34.target !== undefined){
if(!(validate31(data34.target, {instancePath:instancePath+"/spec/metrics/" + i2+"/containerResource/target",parentData:data34,parentDataProperty:"target",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
}
}
else {
const err72 = {instancePath:instancePath+"/spec/metrics/" + i2+"/containerResource",schemaPath:"#/properties/spec/properties/metrics/items/properties/containerResource/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data28.pods !== undefined){
let data38 = data28.pods;
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
for(const key9 in data38){
if(!((key9 === "metric") || (key9 === "target"))){
const err73 = {instancePath:instancePath+"/spec/metrics/" + i2+"/pods",schemaPath:"#/properties/spec/properties/metrics/items/properties/pods/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data38.metric !== undefined){
if(!(validate34(data38.metric, {instancePath:instancePath+"/spec/metrics/" + i2+"/pods/metric",parentData:data38,parentDataProperty:"metric",rootData}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
}
if(data38.target !== undefined){
if(!(validate31(data38.target, {instancePath:instancePath+"/spec/metrics/" + i2+"/pods/target",parentData:data38,parentDataProperty:"target",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
}
}
else {
const err74 = {instancePath:instancePath+"/spec/metrics/" + i2+"/pods",schemaPath:"#/properties/spec/properties/metrics/items/properties/pods/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data28.object !== undefined){
let data41 = data28.object;
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
for(const key10 in data41){
if(!(((key10 === "describedObject") || (key10 === "metric")) || (key10 === "target"))){
const err75 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data41.describedObject !== undefined){
let data42 = data41.describedObject;
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
for(const key11 in data42){
if(!(((key11 === "apiVersion") || (key11 === "kind")) || (key11 === "name"))){
const err76 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object/describedObject",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/properties/describedObject/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data42.apiVersion !== undefined){
let data43 = data42.apiVersion;
if(typeof data43 === "string"){
if(func3(data43) > 317){
const err77 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object/describedObject/apiVersion",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/properties/describedObject/properties/apiVersion/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
else {
const err78 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object/describedObject/apiVersion",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/properties/describedObject/properties/apiVersion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
if(data42.kind !== undefined){
let data44 = data42.kind;
if(typeof data44 === "string"){
if(func3(data44) > 63){
const err79 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object/describedObject/kind",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/properties/describedObject/properties/kind/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
else {
const err80 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object/describedObject/kind",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/properties/describedObject/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data42.name !== undefined){
let data45 = data42.name;
if(typeof data45 === "string"){
if(func3(data45) > 253){
const err81 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object/describedObject/name",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/properties/describedObject/properties/name/maxLength",keyword:"maxLength",params:{limit: 253}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object/describedObject/name",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/properties/describedObject/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object/describedObject",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/properties/describedObject/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data41.metric !== undefined){
if(!(validate34(data41.metric, {instancePath:instancePath+"/spec/metrics/" + i2+"/object/metric",parentData:data41,parentDataProperty:"metric",rootData}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
}
if(data41.target !== undefined){
if(!(validate31(data41.target, {instancePath:instancePath+"/spec/metrics/" + i2+"/object/target",parentData:data41,parentDataProperty:"target",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
}
}
else {
const err84 = {instancePath:instancePath+"/spec/metrics/" + i2+"/object",schemaPath:"#/properties/spec/properties/metrics/items/properties/object/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data28.external !== undefined){
let data48 = data28.external;
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
for(const key12 in data48){
if(!(((key12 === "metric") || (key12 === "target")) || (key12 === "fallback"))){
const err85 = {instancePath:instancePath+"/spec/metrics/" + i2+"/external",schemaPath:"#/properties/spec/properties/metrics/items/properties/external/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data48.metric !== undefined){
if(!(validate34(data48.metric, {instancePath:instancePath+"/spec/metrics/" + i2+"/external/metric",parentData:data48,parentDataProperty:"metric",rootData}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
}
if(data48.target !== undefined){
if(!(validate31(data48.target, {instancePath:instancePath+"/spec/metrics/" + i2+"/external/target",parentData:data48,parentDataProperty:"target",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
}
if(data48.fallback !== undefined){
const err86 = {instancePath:instancePath+"/spec/metrics/" + i2+"/external/fallback",schemaPath:"#/properties/spec/properties/metrics/items/properties/external/properties/fallback/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
else {
const err87 = {instancePath:instancePath+"/spec/metrics/" + i2+"/external",schemaPath:"#/properties/spec/properties/metrics/items/properties/external/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data28.prometheus !== undefined){
let data52 = data28.prometheus;
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
if(data52.source === undefined){
const err88 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(data52.query === undefined){
const err89 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/required",keyword:"required",params:{missingProperty: "query"}};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
for(const key13 in data52){
if(!((((key13 === "source") || (key13 === "query")) || (key13 === "whenEmpty")) || (key13 === "target"))){
const err90 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13}};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
if(data52.source !== undefined){
let data53 = data52.source;
if(typeof data53 === "string"){
if(func3(data53) > 63){
const err91 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus/source",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/properties/source/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
else {
const err92 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus/source",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data52.query !== undefined){
let data54 = data52.query;
if(typeof data54 === "string"){
if(func3(data54) > 4096){
const err93 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus/query",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/properties/query/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
if(func3(data54) < 1){
const err94 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus/query",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/properties/query/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus/query",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/properties/query/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data52.whenEmpty !== undefined){
let data55 = data52.whenEmpty;
if(typeof data55 !== "string"){
const err96 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus/whenEmpty",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/properties/whenEmpty/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if(!((data55 === "Error") || (data55 === "Zero"))){
const err97 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus/whenEmpty",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/properties/whenEmpty/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.metrics.items.properties.prometheus.properties.whenEmpty.enum}};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data52.target !== undefined){
if(!(validate31(data52.target, {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus/target",parentData:data52,parentDataProperty:"target",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
}
}
else {
const err98 = {instancePath:instancePath+"/spec/metrics/" + i2+"/prometheus",schemaPath:"#/properties/spec/properties/metrics/items/properties/prometheus/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data28.externalScaler !== undefined){
let data57 = data28.externalScaler;
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
if(data57.source === undefined){
const err99 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
for(const key14 in data57){
if(!(((((key14 === "source") || (key14 === "metadata")) || (key14 === "metricName")) || (key14 === "push")) || (key14 === "target"))){
const err100 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14}};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data57.source !== undefined){
let data58 = data57.source;
if(typeof data58 === "string"){
if(func3(data58) > 63){
const err101 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/source",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/source/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
else {
const err102 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/source",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data57.metadata !== undefined){
let data59 = data57.metadata;
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
if(Object.keys(data59).length > 32){
const err103 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/metadata",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/metadata/maxProperties",keyword:"maxProperties",params:{limit: 32}};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
for(const key15 in data59){
let data60 = data59[key15];
if(typeof data60 === "string"){
if(func3(data60) > 1024){
const err104 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/metadata/" + key15.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 1024}};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
else {
const err105 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/metadata/" + key15.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
}
else {
const err106 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/metadata",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data57.metricName !== undefined){
let data61 = data57.metricName;
if(typeof data61 === "string"){
if(func3(data61) > 253){
const err107 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/metricName",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/metricName/maxLength",keyword:"maxLength",params:{limit: 253}};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(func3(data61) < 1){
const err108 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/metricName",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/metricName/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
else {
const err109 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/metricName",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/metricName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
if(data57.push !== undefined){
if(typeof data57.push !== "boolean"){
const err110 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/push",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/properties/push/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
if(data57.target !== undefined){
if(!(validate31(data57.target, {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler/target",parentData:data57,parentDataProperty:"target",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
}
}
else {
const err111 = {instancePath:instancePath+"/spec/metrics/" + i2+"/externalScaler",schemaPath:"#/properties/spec/properties/metrics/items/properties/externalScaler/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
if(data28.fallback !== undefined){
if(!(validate49(data28.fallback, {instancePath:instancePath+"/spec/metrics/" + i2+"/fallback",parentData:data28,parentDataProperty:"fallback",rootData}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
}
if(data28.maxAgeSeconds !== undefined){
let data65 = data28.maxAgeSeconds;
if(!(((typeof data65 == "number") && (!(data65 % 1) && !isNaN(data65))) && (isFinite(data65)))){
const err112 = {instancePath:instancePath+"/spec/metrics/" + i2+"/maxAgeSeconds",schemaPath:"#/properties/spec/properties/metrics/items/properties/maxAgeSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if((typeof data65 == "number") && (isFinite(data65))){
if(data65 > 86400 || isNaN(data65)){
const err113 = {instancePath:instancePath+"/spec/metrics/" + i2+"/maxAgeSeconds",schemaPath:"#/properties/spec/properties/metrics/items/properties/maxAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400}};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(data65 < 1 || isNaN(data65)){
const err114 = {instancePath:instancePath+"/spec/metrics/" + i2+"/maxAgeSeconds",schemaPath:"#/properties/spec/properties/metrics/items/properties/maxAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
}
if(data28.activation !== undefined){
let data66 = data28.activation;
if(data66 && typeof data66 == "object" && !Array.isArray(data66)){
if(data66.value === undefined){
const err115 = {instancePath:instancePath+"/spec/metrics/" + i2+"/activation",schemaPath:"#/properties/spec/properties/metrics/items/properties/activation/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
for(const key16 in data66){
if(!(key16 === "value")){
const err116 = {instancePath:instancePath+"/spec/metrics/" + i2+"/activation",schemaPath:"#/properties/spec/properties/metrics/items/properties/activation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16}};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data66.value !== undefined){
let data67 = data66.value;
if((!(((typeof data67 == "number") && (!(data67 % 1) && !isNaN(data67))) && (isFinite(data67)))) && (typeof data67 !== "string")){
const err117 = {instancePath:instancePath+"/spec/metrics/" + i2+"/activation/value",schemaPath:"#/properties/spec/properties/metrics/items/properties/activation/properties/value/type",keyword:"type",params:{type: schema6.properties.spec.properties.metrics.items.properties.activation.properties.value.type}};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
if(typeof data67 === "string"){
if(func3(data67) > 64){
const err118 = {instancePath:instancePath+"/spec/metrics/" + i2+"/activation/value",schemaPath:"#/properties/spec/properties/metrics/items/properties/activation/properties/value/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
}
}
else {
const err119 = {instancePath:instancePath+"/spec/metrics/" + i2+"/activation",schemaPath:"#/properties/spec/properties/metrics/items/properties/activation/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
}
else {
const err120 = {instancePath:instancePath+"/spec/metrics/" + i2,schemaPath:"#/properties/spec/properties/metrics/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
}
else {
const err121 = {instancePath:instancePath+"/spec/metrics",schemaPath:"#/properties/spec/properties/metrics/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
if(data12.combine !== undefined){
let data68 = data12.combine;
if(data68 && typeof data68 == "object" && !Array.isArray(data68)){
if(data68.expression === undefined){
const err122 = {instancePath:instancePath+"/spec/combine",schemaPath:"#/properties/spec/properties/combine/required",keyword:"required",params:{missingProperty: "expression"}};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
for(const key17 in data68){
if(!(key17 === "expression")){
const err123 = {instancePath:instancePath+"/spec/combine",schemaPath:"#/properties/spec/properties/combine/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key17}};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data68.expression !== undefined){
let data69 = data68.expression;
if(typeof data69 === "string"){
if(func3(data69) > 1024){
const err124 = {instancePath:instancePath+"/spec/combine/expression",schemaPath:"#/properties/spec/properties/combine/properties/expression/maxLength",keyword:"maxLength",params:{limit: 1024}};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
if(func3(data69) < 1){
const err125 = {instancePath:instancePath+"/spec/combine/expression",schemaPath:"#/properties/spec/properties/combine/properties/expression/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
else {
const err126 = {instancePath:instancePath+"/spec/combine/expression",schemaPath:"#/properties/spec/properties/combine/properties/expression/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
}
else {
const err127 = {instancePath:instancePath+"/spec/combine",schemaPath:"#/properties/spec/properties/combine/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
if(data12.thresholds !== undefined){
let data70 = data12.thresholds;
if(Array.isArray(data70)){
if(data70.length > 32){
const err128 = {instancePath:instancePath+"/spec/thresholds",schemaPath:"#/properties/spec/properties/thresholds/maxItems",keyword:"maxItems",params:{limit: 32}};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
const len3 = data70.length;
for(let i3=0; i3<len3; i3++){
let data71 = data70[i3];
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
if(data71.name === undefined){
const err129 = {instancePath:instancePath+"/spec/thresholds/" + i3,schemaPath:"#/properties/spec/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
if(data71.type === undefined){
const err130 = {instancePath:instancePath+"/spec/thresholds/" + i3,schemaPath:"#/properties/spec/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
for(const key18 in data71){
if(!(((((key18 === "name") || (key18 === "type")) || (key18 === "fallback")) || (key18 === "value")) || (key18 === "intention"))){
const err131 = {instancePath:instancePath+"/spec/thresholds/" + i3,schemaPath:"#/properties/spec/properties/thresholds/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key18}};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
if(data71.name !== undefined){
let data72 = data71.name;
if(typeof data72 === "string"){
if(func3(data72) > 63){
const err132 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/name",schemaPath:"#/properties/spec/properties/thresholds/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
else {
const err133 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/name",schemaPath:"#/properties/spec/properties/thresholds/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
if(data71.type !== undefined){
let data73 = data71.type;
if(typeof data73 !== "string"){
const err134 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/type",schemaPath:"#/properties/spec/properties/thresholds/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
if(!((data73 === "Value") || (data73 === "Intention"))){
const err135 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/type",schemaPath:"#/properties/spec/properties/thresholds/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.thresholds.items.properties.type.enum}};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
if(data71.fallback !== undefined){
if(!(validate49(data71.fallback, {instancePath:instancePath+"/spec/thresholds/" + i3+"/fallback",parentData:data71,parentDataProperty:"fallback",rootData}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
}
if(data71.value !== undefined){
let data75 = data71.value;
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
if(data75.metric === undefined){
const err136 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/required",keyword:"required",params:{missingProperty: "metric"}};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
if(data75.comparison === undefined){
const err137 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/required",keyword:"required",params:{missingProperty: "comparison"}};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
if(data75.value === undefined){
const err138 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
if(data75.durationSeconds === undefined){
const err139 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/required",keyword:"required",params:{missingProperty: "durationSeconds"}};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
if(data75.increment === undefined){
const err140 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/required",keyword:"required",params:{missingProperty: "increment"}};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
for(const key19 in data75){
if(!((((((key19 === "metric") || (key19 === "valueType")) || (key19 === "comparison")) || (key19 === "value")) || (key19 === "durationSeconds")) || (key19 === "increment"))){
const err141 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19}};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
if(data75.metric !== undefined){
let data76 = data75.metric;
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
if(data76.type === undefined){
const err142 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
for(const key20 in data76){
if(!((((((((key20 === "type") || (key20 === "resource")) || (key20 === "containerResource")) || (key20 === "pods")) || (key20 === "object")) || (key20 === "external")) || (key20 === "prometheus")) || (key20 === "externalScaler"))){
const err143 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20}};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(data76.type !== undefined){
let data77 = data76.type;
if(typeof data77 !== "string"){
const err144 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/type",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
if(!(((((((data77 === "Resource") || (data77 === "ContainerResource")) || (data77 === "Pods")) || (data77 === "Object")) || (data77 === "External")) || (data77 === "Prometheus")) || (data77 === "ExternalScaler"))){
const err145 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/type",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/type/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.thresholds.items.properties.value.properties.metric.properties.type.enum}};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
if(data76.resource !== undefined){
let data78 = data76.resource;
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
for(const key21 in data78){
if(!(key21 === "name")){
const err146 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/resource",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/resource/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key21}};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
if(data78.name !== undefined){
let data79 = data78.name;
if(typeof data79 === "string"){
if(func3(data79) > 317){
const err147 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/resource/name",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/resource/properties/name/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
else {
const err148 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/resource/name",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/resource/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
}
else {
const err149 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/resource",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/resource/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
if(data76.containerResource !== undefined){
let data80 = data76.containerResource;
if(data80 && typeof data80 == "object" && !Array.isArray(data80)){
for(const key22 in data80){
if(!((key22 === "name") || (key22 === "container"))){
const err150 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/containerResource",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/containerResource/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key22}};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
if(data80.name !== undefined){
let data81 = data80.name;
if(typeof data81 === "string"){
if(func3(data81) > 317){
const err151 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/containerResource/name",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/containerResource/properties/name/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
else {
const err152 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/containerResource/name",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/containerResource/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
if(data80.container !== undefined){
let data82 = data80.container;
if(typeof data82 === "string"){
if(func3(data82) > 63){
const err153 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/containerResource/container",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/containerResource/properties/container/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
}
else {
const err154 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/containerResource/container",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/containerResource/properties/container/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
}
else {
const err155 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/containerResource",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/containerResource/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
if(data76.pods !== undefined){
if(!(validate52(data76.pods, {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/pods",parentData:data76,parentDataProperty:"pods",rootData}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
}
if(data76.object !== undefined){
let data84 = data76.object;
if(data84 && typeof data84 == "object" && !Array.isArray(data84)){
for(const key23 in data84){
if(!((key23 === "describedObject") || (key23 === "metric"))){
const err156 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23}};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
}
if(data84.describedObject !== undefined){
let data85 = data84.describedObject;
if(data85 && typeof data85 == "object" && !Array.isArray(data85)){
for(const key24 in data85){
if(!(((key24 === "apiVersion") || (key24 === "kind")) || (key24 === "name"))){
const err157 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/describedObject",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/properties/describedObject/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key24}};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
if(data85.apiVersion !== undefined){
let data86 = data85.apiVersion;
if(typeof data86 === "string"){
if(func3(data86) > 317){
const err158 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/describedObject/apiVersion",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/properties/describedObject/properties/apiVersion/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
else {
const err159 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/describedObject/apiVersion",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/properties/describedObject/properties/apiVersion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
if(data85.kind !== undefined){
let data87 = data85.kind;
if(typeof data87 === "string"){
if(func3(data87) > 63){
const err160 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/describedObject/kind",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/properties/describedObject/properties/kind/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
else {
const err161 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/describedObject/kind",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/properties/describedObject/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
if(data85.name !== undefined){
let data88 = data85.name;
if(typeof data88 === "string"){
if(func3(data88) > 253){
const err162 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/describedObject/name",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/properties/describedObject/properties/name/maxLength",keyword:"maxLength",params:{limit: 253}};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
else {
const err163 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/describedObject/name",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/properties/describedObject/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
}
else {
const err164 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/describedObject",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/properties/describedObject/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
if(data84.metric !== undefined){
if(!(validate34(data84.metric, {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object/metric",parentData:data84,parentDataProperty:"metric",rootData}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
}
}
else {
const err165 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/object",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/object/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
if(data76.external !== undefined){
if(!(validate52(data76.external, {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/external",parentData:data76,parentDataProperty:"external",rootData}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
}
if(data76.prometheus !== undefined){
let data91 = data76.prometheus;
if(data91 && typeof data91 == "object" && !Array.isArray(data91)){
if(data91.source === undefined){
const err166 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
if(data91.query === undefined){
const err167 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/required",keyword:"required",params:{missingProperty: "query"}};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
for(const key25 in data91){
if(!(((key25 === "source") || (key25 === "query")) || (key25 === "whenEmpty"))){
const err168 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key25}};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
if(data91.source !== undefined){
let data92 = data91.source;
if(typeof data92 === "string"){
if(func3(data92) > 63){
const err169 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus/source",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/properties/source/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
}
else {
const err170 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus/source",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
}
if(data91.query !== undefined){
let data93 = data91.query;
if(typeof data93 === "string"){
if(func3(data93) > 4096){
const err171 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus/query",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/properties/query/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
if(func3(data93) < 1){
const err172 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus/query",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/properties/query/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
}
else {
const err173 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus/query",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/properties/query/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
}
if(data91.whenEmpty !== undefined){
let data94 = data91.whenEmpty;
if(typeof data94 !== "string"){
const err174 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus/whenEmpty",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/properties/whenEmpty/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
if(!((data94 === "Error") || (data94 === "Zero"))){
const err175 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus/whenEmpty",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/properties/whenEmpty/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.thresholds.items.properties.value.properties.metric.properties.prometheus.properties.whenEmpty.enum}};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
}
else {
const err176 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/prometheus",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/prometheus/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
if(data76.externalScaler !== undefined){
let data95 = data76.externalScaler;
if(data95 && typeof data95 == "object" && !Array.isArray(data95)){
if(data95.source === undefined){
const err177 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
for(const key26 in data95){
if(!(((key26 === "source") || (key26 === "metadata")) || (key26 === "metricName"))){
const err178 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key26}};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
}
if(data95.source !== undefined){
let data96 = data95.source;
if(typeof data96 === "string"){
if(func3(data96) > 63){
const err179 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/source",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/source/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
else {
const err180 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/source",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
if(data95.metadata !== undefined){
let data97 = data95.metadata;
if(data97 && typeof data97 == "object" && !Array.isArray(data97)){
if(Object.keys(data97).length > 32){
const err181 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/metadata",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/metadata/maxProperties",keyword:"maxProperties",params:{limit: 32}};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
for(const key27 in data97){
let data98 = data97[key27];
if(typeof data98 === "string"){
if(func3(data98) > 1024){
const err182 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/metadata/" + key27.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 1024}};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
}
else {
const err183 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/metadata/" + key27.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
}
}
else {
const err184 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/metadata",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
if(data95.metricName !== undefined){
let data99 = data95.metricName;
if(typeof data99 === "string"){
if(func3(data99) > 253){
const err185 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/metricName",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/metricName/maxLength",keyword:"maxLength",params:{limit: 253}};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
if(func3(data99) < 1){
const err186 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/metricName",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/metricName/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
}
else {
const err187 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler/metricName",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/properties/metricName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
}
else {
const err188 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric/externalScaler",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/properties/externalScaler/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
}
else {
const err189 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/metric",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/metric/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
}
if(data75.valueType !== undefined){
let data100 = data75.valueType;
if(typeof data100 !== "string"){
const err190 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/valueType",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/valueType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
if(!(((data100 === "Value") || (data100 === "AverageValue")) || (data100 === "Utilization"))){
const err191 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/valueType",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/valueType/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.thresholds.items.properties.value.properties.valueType.enum}};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
if(data75.comparison !== undefined){
let data101 = data75.comparison;
if(typeof data101 !== "string"){
const err192 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/comparison",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/comparison/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
if(!((((data101 === "GreaterThan") || (data101 === "GreaterThanOrEqual")) || (data101 === "LessThan")) || (data101 === "LessThanOrEqual"))){
const err193 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/comparison",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/comparison/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.thresholds.items.properties.value.properties.comparison.enum}};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
if(data75.value !== undefined){
let data102 = data75.value;
if((!(((typeof data102 == "number") && (!(data102 % 1) && !isNaN(data102))) && (isFinite(data102)))) && (typeof data102 !== "string")){
const err194 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/value/type",keyword:"type",params:{type: schema6.properties.spec.properties.thresholds.items.properties.value.properties.value.type}};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
if(typeof data102 === "string"){
if(func3(data102) > 64){
const err195 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/value/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
}
if(data75.durationSeconds !== undefined){
let data103 = data75.durationSeconds;
if(!(((typeof data103 == "number") && (!(data103 % 1) && !isNaN(data103))) && (isFinite(data103)))){
const err196 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/durationSeconds",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/durationSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
if((typeof data103 == "number") && (isFinite(data103))){
if(data103 > 3600 || isNaN(data103)){
const err197 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/durationSeconds",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/durationSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
if(data103 < 1 || isNaN(data103)){
const err198 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/durationSeconds",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/durationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
}
if(data75.increment !== undefined){
let data104 = data75.increment;
if(!(((typeof data104 == "number") && (!(data104 % 1) && !isNaN(data104))) && (isFinite(data104)))){
const err199 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/increment",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/increment/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
if((typeof data104 == "number") && (isFinite(data104))){
if(data104 > 1000 || isNaN(data104)){
const err200 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/increment",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/increment/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000}};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
if(data104 < -1000 || isNaN(data104)){
const err201 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value/increment",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/properties/increment/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1000}};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
}
}
}
else {
const err202 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/value/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
}
if(data71.intention !== undefined){
let data105 = data71.intention;
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
if(data105.intent === undefined){
const err203 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention",schemaPath:"#/properties/spec/properties/thresholds/items/properties/intention/required",keyword:"required",params:{missingProperty: "intent"}};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
if(data105.value === undefined){
const err204 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention",schemaPath:"#/properties/spec/properties/thresholds/items/properties/intention/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
for(const key28 in data105){
if(!(((key28 === "intent") || (key28 === "metric")) || (key28 === "value"))){
const err205 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention",schemaPath:"#/properties/spec/properties/thresholds/items/properties/intention/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key28}};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
}
if(data105.intent !== undefined){
let data106 = data105.intent;
if(typeof data106 !== "string"){
const err206 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention/intent",schemaPath:"#/properties/spec/properties/thresholds/items/properties/intention/properties/intent/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
if(!((((data106 === "CPUUtilization") || (data106 === "MemoryUtilization")) || (data106 === "RequestsPerSecondPerPod")) || (data106 === "PodsMetric"))){
const err207 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention/intent",schemaPath:"#/properties/spec/properties/thresholds/items/properties/intention/properties/intent/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.thresholds.items.properties.intention.properties.intent.enum}};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
if(data105.metric !== undefined){
if(!(validate34(data105.metric, {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention/metric",parentData:data105,parentDataProperty:"metric",rootData}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
}
if(data105.value !== undefined){
let data108 = data105.value;
if((!(((typeof data108 == "number") && (!(data108 % 1) && !isNaN(data108))) && (isFinite(data108)))) && (typeof data108 !== "string")){
const err208 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/intention/properties/value/type",keyword:"type",params:{type: schema6.properties.spec.properties.thresholds.items.properties.intention.properties.value.type}};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
if(typeof data108 === "string"){
if(func3(data108) > 64){
const err209 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention/value",schemaPath:"#/properties/spec/properties/thresholds/items/properties/intention/properties/value/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
}
}
}
else {
const err210 = {instancePath:instancePath+"/spec/thresholds/" + i3+"/intention",schemaPath:"#/properties/spec/properties/thresholds/items/properties/intention/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
}
}
else {
const err211 = {instancePath:instancePath+"/spec/thresholds/" + i3,schemaPath:"#/properties/spec/properties/thresholds/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
}
else {
const err212 = {instancePath:instancePath+"/spec/thresholds",schemaPath:"#/properties/spec/properties/thresholds/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
}
if(data12.behavior !== undefined){
let data109 = data12.behavior;
if(data109 && typeof data109 == "object" && !Array.isArray(data109)){
for(const key29 in data109){
if(!((key29 === "scaleUp") || (key29 === "scaleDown"))){
const err213 = {instancePath:instancePath+"/spec/behavior",schemaPath:"#/properties/spec/properties/behavior/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key29}};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
}
if(data109.scaleUp !== undefined){
if(!(validate58(data109.scaleUp, {instancePath:instancePath+"/spec/behavior/scaleUp",parentData:data109,parentDataProperty:"scaleUp",rootData}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
}
if(data109.scaleDown !== undefined){
if(!(validate58(data109.scaleDown, {instancePath:instancePath+"/spec/behavior/scaleDown",parentData:data109,parentDataProperty:"scaleDown",rootData}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
}
}
else {
const err214 = {instancePath:instancePath+"/spec/behavior",schemaPath:"#/properties/spec/properties/behavior/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
}
if(data12.schedules !== undefined){
let data112 = data12.schedules;
if(Array.isArray(data112)){
if(data112.length > 50){
const err215 = {instancePath:instancePath+"/spec/schedules",schemaPath:"#/properties/spec/properties/schedules/maxItems",keyword:"maxItems",params:{limit: 50}};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
const len4 = data112.length;
for(let i4=0; i4<len4; i4++){
let data113 = data112[i4];
if(data113 && typeof data113 == "object" && !Array.isArray(data113)){
if(data113.name === undefined){
const err216 = {instancePath:instancePath+"/spec/schedules/" + i4,schemaPath:"#/properties/spec/properties/schedules/items/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
if(data113.timeZone === undefined){
const err217 = {instancePath:instancePath+"/spec/schedules/" + i4,schemaPath:"#/properties/spec/properties/schedules/items/required",keyword:"required",params:{missingProperty: "timeZone"}};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
if(data113.start === undefined){
const err218 = {instancePath:instancePath+"/spec/schedules/" + i4,schemaPath:"#/properties/spec/properties/schedules/items/required",keyword:"required",params:{missingProperty: "start"}};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
if(data113.end === undefined){
const err219 = {instancePath:instancePath+"/spec/schedules/" + i4,schemaPath:"#/properties/spec/properties/schedules/items/required",keyword:"required",params:{missingProperty: "end"}};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
for(const key30 in data113){
if(!((((((key30 === "name") || (key30 === "timeZone")) || (key30 === "start")) || (key30 === "end")) || (key30 === "minReplicas")) || (key30 === "maxReplicas"))){
const err220 = {instancePath:instancePath+"/spec/schedules/" + i4,schemaPath:"#/properties/spec/properties/schedules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key30}};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
}
if(data113.name !== undefined){
let data114 = data113.name;
if(typeof data114 === "string"){
if(func3(data114) > 63){
const err221 = {instancePath:instancePath+"/spec/schedules/" + i4+"/name",schemaPath:"#/properties/spec/properties/schedules/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
else {
const err222 = {instancePath:instancePath+"/spec/schedules/" + i4+"/name",schemaPath:"#/properties/spec/properties/schedules/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
if(data113.timeZone !== undefined){
let data115 = data113.timeZone;
if(typeof data115 === "string"){
if(func3(data115) > 63){
const err223 = {instancePath:instancePath+"/spec/schedules/" + i4+"/timeZone",schemaPath:"#/properties/spec/properties/schedules/items/properties/timeZone/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
}
else {
const err224 = {instancePath:instancePath+"/spec/schedules/" + i4+"/timeZone",schemaPath:"#/properties/spec/properties/schedules/items/properties/timeZone/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
}
if(data113.start !== undefined){
let data116 = data113.start;
if(typeof data116 === "string"){
if(func3(data116) > 100){
const err225 = {instancePath:instancePath+"/spec/schedules/" + i4+"/start",schemaPath:"#/properties/spec/properties/schedules/items/properties/start/maxLength",keyword:"maxLength",params:{limit: 100}};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
}
else {
const err226 = {instancePath:instancePath+"/spec/schedules/" + i4+"/start",schemaPath:"#/properties/spec/properties/schedules/items/properties/start/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
}
if(data113.end !== undefined){
let data117 = data113.end;
if(typeof data117 === "string"){
if(func3(data117) > 100){
const err227 = {instancePath:instancePath+"/spec/schedules/" + i4+"/end",schemaPath:"#/properties/spec/properties/schedules/items/properties/end/maxLength",keyword:"maxLength",params:{limit: 100}};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
}
else {
const err228 = {instancePath:instancePath+"/spec/schedules/" + i4+"/end",schemaPath:"#/properties/spec/properties/schedules/items/properties/end/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
}
if(data113.minReplicas !== undefined){
let data118 = data113.minReplicas;
if(!(((typeof data118 == "number") && (!(data118 % 1) && !isNaN(data118))) && (isFinite(data118)))){
const err229 = {instancePath:instancePath+"/spec/schedules/" + i4+"/minReplicas",schemaPath:"#/properties/spec/properties/schedules/items/properties/minReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
if((typeof data118 == "number") && (isFinite(data118))){
if(data118 > 2147483647 || isNaN(data118)){
const err230 = {instancePath:instancePath+"/spec/schedules/" + i4+"/minReplicas",schemaPath:"#/properties/spec/properties/schedules/items/properties/minReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
if(data118 < 0 || isNaN(data118)){
const err231 = {instancePath:instancePath+"/spec/schedules/" + i4+"/minReplicas",schemaPath:"#/properties/spec/properties/schedules/items/properties/minReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
}
if(data113.maxReplicas !== undefined){
let data119 = data113.maxReplicas;
if(!(((typeof data119 == "number") && (!(data119 % 1) && !isNaN(data119))) && (isFinite(data119)))){
const err232 = {instancePath:instancePath+"/spec/schedules/" + i4+"/maxReplicas",schemaPath:"#/properties/spec/properties/schedules/items/properties/maxReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
if((typeof data119 == "number") && (isFinite(data119))){
if(data119 > 2147483647 || isNaN(data119)){
const err233 = {instancePath:instancePath+"/spec/schedules/" + i4+"/maxReplicas",schemaPath:"#/properties/spec/properties/schedules/items/properties/maxReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
if(data119 < 1 || isNaN(data119)){
const err234 = {instancePath:instancePath+"/spec/schedules/" + i4+"/maxReplicas",schemaPath:"#/properties/spec/properties/schedules/items/properties/maxReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
}
}
else {
const err235 = {instancePath:instancePath+"/spec/schedules/" + i4,schemaPath:"#/properties/spec/properties/schedules/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
}
else {
const err236 = {instancePath:instancePath+"/spec/schedules",schemaPath:"#/properties/spec/properties/schedules/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
}
if(data12.cooldown !== undefined){
let data120 = data12.cooldown;
if(data120 && typeof data120 == "object" && !Array.isArray(data120)){
for(const key31 in data120){
if(!((key31 === "scaleUpSeconds") || (key31 === "scaleDownSeconds"))){
const err237 = {instancePath:instancePath+"/spec/cooldown",schemaPath:"#/properties/spec/properties/cooldown/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key31}};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
}
if(data120.scaleUpSeconds !== undefined){
let data121 = data120.scaleUpSeconds;
if(!(((typeof data121 == "number") && (!(data121 % 1) && !isNaN(data121))) && (isFinite(data121)))){
const err238 = {instancePath:instancePath+"/spec/cooldown/scaleUpSeconds",schemaPath:"#/properties/spec/properties/cooldown/properties/scaleUpSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
if((typeof data121 == "number") && (isFinite(data121))){
if(data121 > 3600 || isNaN(data121)){
const err239 = {instancePath:instancePath+"/spec/cooldown/scaleUpSeconds",schemaPath:"#/properties/spec/properties/cooldown/properties/scaleUpSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
if(data121 < 0 || isNaN(data121)){
const err240 = {instancePath:instancePath+"/spec/cooldown/scaleUpSeconds",schemaPath:"#/properties/spec/properties/cooldown/properties/scaleUpSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err240];
}
else {
vErrors.push(err240);
}
errors++;
}
}
}
if(data120.scaleDownSeconds !== undefined){
const err241 = {instancePath:instancePath+"/spec/cooldown/scaleDownSeconds",schemaPath:"#/properties/spec/properties/cooldown/properties/scaleDownSeconds/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
}
else {
const err242 = {instancePath:instancePath+"/spec/cooldown",schemaPath:"#/properties/spec/properties/cooldown/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
}
if(data12.idle !== undefined){
let data123 = data12.idle;
if(data123 && typeof data123 == "object" && !Array.isArray(data123)){
for(const key32 in data123){
if(!(key32 === "afterSeconds")){
const err243 = {instancePath:instancePath+"/spec/idle",schemaPath:"#/properties/spec/properties/idle/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key32}};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
}
if(data123.afterSeconds !== undefined){
let data124 = data123.afterSeconds;
if(!(((typeof data124 == "number") && (!(data124 % 1) && !isNaN(data124))) && (isFinite(data124)))){
const err244 = {instancePath:instancePath+"/spec/idle/afterSeconds",schemaPath:"#/properties/spec/properties/idle/properties/afterSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
if((typeof data124 == "number") && (isFinite(data124))){
if(data124 > 86400 || isNaN(data124)){
const err245 = {instancePath:instancePath+"/spec/idle/afterSeconds",schemaPath:"#/properties/spec/properties/idle/properties/afterSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400}};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
if(data124 < 0 || isNaN(data124)){
const err246 = {instancePath:instancePath+"/spec/idle/afterSeconds",schemaPath:"#/properties/spec/properties/idle/properties/afterSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
}
}
}
else {
const err247 = {instancePath:instancePath+"/spec/idle",schemaPath:"#/properties/spec/properties/idle/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
}
if(data12.rollout !== undefined){
let data125 = data12.rollout;
if(data125 && typeof data125 == "object" && !Array.isArray(data125)){
for(const key33 in data125){
if(!((key33 === "scaleDown") || (key33 === "maxHoldSeconds"))){
const err248 = {instancePath:instancePath+"/spec/rollout",schemaPath:"#/properties/spec/properties/rollout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key33}};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
}
if(data125.scaleDown !== undefined){
let data126 = data125.scaleDown;
if(typeof data126 !== "string"){
const err249 = {instancePath:instancePath+"/spec/rollout/scaleDown",schemaPath:"#/properties/spec/properties/rollout/properties/scaleDown/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
if(!((data126 === "Allow") || (data126 === "Hold"))){
const err250 = {instancePath:instancePath+"/spec/rollout/scaleDown",schemaPath:"#/properties/spec/properties/rollout/properties/scaleDown/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.rollout.properties.scaleDown.enum}};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
}
if(data125.maxHoldSeconds !== undefined){
let data127 = data125.maxHoldSeconds;
if(!(((typeof data127 == "number") && (!(data127 % 1) && !isNaN(data127))) && (isFinite(data127)))){
const err251 = {instancePath:instancePath+"/spec/rollout/maxHoldSeconds",schemaPath:"#/properties/spec/properties/rollout/properties/maxHoldSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
if((typeof data127 == "number") && (isFinite(data127))){
if(data127 > 86400 || isNaN(data127)){
const err252 = {instancePath:instancePath+"/spec/rollout/maxHoldSeconds",schemaPath:"#/properties/spec/properties/rollout/properties/maxHoldSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400}};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
if(data127 < 1 || isNaN(data127)){
const err253 = {instancePath:instancePath+"/spec/rollout/maxHoldSeconds",schemaPath:"#/properties/spec/properties/rollout/properties/maxHoldSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
}
}
}
else {
const err254 = {instancePath:instancePath+"/spec/rollout",schemaPath:"#/properties/spec/properties/rollout/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
}
if(data12.healthGate !== undefined){
let data128 = data12.healthGate;
if(data128 && typeof data128 == "object" && !Array.isArray(data128)){
for(const key34 in data128){
if(!((key34 === "startSeconds") || (key34 === "maxHoldSeconds"))){
const err255 = {instancePath:instancePath+"/spec/healthGate",schemaPath:"#/properties/spec/properties/healthGate/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key34}};
if(vErrors === null){
vErrors = [err255];
}
else {
vErrors.push(err255);
}
errors++;
}
}
if(data128.startSeconds !== undefined){
let data129 = data128.startSeconds;
if(!(((typeof data129 == "number") && (!(data129 % 1) && !isNaN(data129))) && (isFinite(data129)))){
const err256 = {instancePath:instancePath+"/spec/healthGate/startSeconds",schemaPath:"#/properties/spec/properties/healthGate/properties/startSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err256];
}
else {
vErrors.push(err256);
}
errors++;
}
if((typeof data129 == "number") && (isFinite(data129))){
if(data129 > 86400 || isNaN(data129)){
const err257 = {instancePath:instancePath+"/spec/healthGate/startSeconds",schemaPath:"#/properties/spec/properties/healthGate/properties/startSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400}};
if(vErrors === null){
vErrors = [err257];
}
else {
vErrors.push(err257);
}
errors++;
}
if(data129 < 1 || isNaN(data129)){
const err258 = {instancePath:instancePath+"/spec/healthGate/startSeconds",schemaPath:"#/properties/spec/properties/healthGate/properties/startSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err258];
}
else {
vErrors.push(err258);
}
errors++;
}
}
}
if(data128.maxHoldSeconds !== undefined){
let data130 = data128.maxHoldSeconds;
if(!(((typeof data130 == "number") && (!(data130 % 1) && !isNaN(data130))) && (isFinite(data130)))){
const err259 = {instancePath:instancePath+"/spec/healthGate/maxHoldSeconds",schemaPath:"#/properties/spec/properties/healthGate/properties/maxHoldSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
if((typeof data130 == "number") && (isFinite(data130))){
if(data130 > 86400 || isNaN(data130)){
const err260 = {instancePath:instancePath+"/spec/healthGate/maxHoldSeconds",schemaPath:"#/properties/spec/properties/healthGate/properties/maxHoldSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400}};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
if(data130 < 1 || isNaN(data130)){
const err261 = {instancePath:instancePath+"/spec/healthGate/maxHoldSeconds",schemaPath:"#/properties/spec/properties/healthGate/properties/maxHoldSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
}
}
}
else {
const err262 = {instancePath:instancePath+"/spec/healthGate",schemaPath:"#/properties/spec/properties/healthGate/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err262];
}
else {
vErrors.push(err262);
}
errors++;
}
}
if(data12.forecast !== undefined){
let data131 = data12.forecast;
if(data131 && typeof data131 == "object" && !Array.isArray(data131)){
if(data131.mode === undefined){
const err263 = {instancePath:instancePath+"/spec/forecast",schemaPath:"#/properties/spec/properties/forecast/required",keyword:"required",params:{missingProperty: "mode"}};
if(vErrors === null){
vErrors = [err263];
}
else {
vErrors.push(err263);
}
errors++;
}
for(const key35 in data131){
if(!(((((key35 === "mode") || (key35 === "timeZone")) || (key35 === "maxExtraPercent")) || (key35 === "leadSeconds")) || (key35 === "wakeAhead"))){
const err264 = {instancePath:instancePath+"/spec/forecast",schemaPath:"#/properties/spec/properties/forecast/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key35}};
if(vErrors === null){
vErrors = [err264];
}
else {
vErrors.push(err264);
}
errors++;
}
}
if(data131.mode !== undefined){
let data132 = data131.mode;
if(typeof data132 !== "string"){
const err265 = {instancePath:instancePath+"/spec/forecast/mode",schemaPath:"#/properties/spec/properties/forecast/properties/mode/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err265];
}
else {
vErrors.push(err265);
}
errors++;
}
if(!((data132 === "ForecastOnly") || (data132 === "Active"))){
const err266 = {instancePath:instancePath+"/spec/forecast/mode",schemaPath:"#/properties/spec/properties/forecast/properties/mode/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.forecast.properties.mode.enum}};
if(vErrors === null){
vErrors = [err266];
}
else {
vErrors.push(err266);
}
errors++;
}
}
if(data131.timeZone !== undefined){
let data133 = data131.timeZone;
if(typeof data133 === "string"){
if(func3(data133) > 64){
const err267 = {instancePath:instancePath+"/spec/forecast/timeZone",schemaPath:"#/properties/spec/properties/forecast/properties/timeZone/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err267];
}
else {
vErrors.push(err267);
}
errors++;
}
if(func3(data133) < 1){
const err268 = {instancePath:instancePath+"/spec/forecast/timeZone",schemaPath:"#/properties/spec/properties/forecast/properties/timeZone/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err268];
}
else {
vErrors.push(err268);
}
errors++;
}
}
else {
const err269 = {instancePath:instancePath+"/spec/forecast/timeZone",schemaPath:"#/properties/spec/properties/forecast/properties/timeZone/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err269];
}
else {
vErrors.push(err269);
}
errors++;
}
}
if(data131.maxExtraPercent !== undefined){
let data134 = data131.maxExtraPercent;
if(!(((typeof data134 == "number") && (!(data134 % 1) && !isNaN(data134))) && (isFinite(data134)))){
const err270 = {instancePath:instancePath+"/spec/forecast/maxExtraPercent",schemaPath:"#/properties/spec/properties/forecast/properties/maxExtraPercent/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err270];
}
else {
vErrors.push(err270);
}
errors++;
}
if((typeof data134 == "number") && (isFinite(data134))){
if(data134 > 100 || isNaN(data134)){
const err271 = {instancePath:instancePath+"/spec/forecast/maxExtraPercent",schemaPath:"#/properties/spec/properties/forecast/properties/maxExtraPercent/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err271];
}
else {
vErrors.push(err271);
}
errors++;
}
if(data134 < 1 || isNaN(data134)){
const err272 = {instancePath:instancePath+"/spec/forecast/maxExtraPercent",schemaPath:"#/properties/spec/properties/forecast/properties/maxExtraPercent/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err272];
}
else {
vErrors.push(err272);
}
errors++;
}
}
}
if(data131.leadSeconds !== undefined){
let data135 = data131.leadSeconds;
if(!(((typeof data135 == "number") && (!(data135 % 1) && !isNaN(data135))) && (isFinite(data135)))){
const err273 = {instancePath:instancePath+"/spec/forecast/leadSeconds",schemaPath:"#/properties/spec/properties/forecast/properties/leadSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err273];
}
else {
vErrors.push(err273);
}
errors++;
}
if((typeof data135 == "number") && (isFinite(data135))){
if(data135 > 3600 || isNaN(data135)){
const err274 = {instancePath:instancePath+"/spec/forecast/leadSeconds",schemaPath:"#/properties/spec/properties/forecast/properties/leadSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err274];
}
else {
vErrors.push(err274);
}
errors++;
}
if(data135 < 0 || isNaN(data135)){
const err275 = {instancePath:instancePath+"/spec/forecast/leadSeconds",schemaPath:"#/properties/spec/properties/forecast/properties/leadSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err275];
}
else {
vErrors.push(err275);
}
errors++;
}
}
}
if(data131.wakeAhead !== undefined){
if(typeof data131.wakeAhead !== "boolean"){
const err276 = {instancePath:instancePath+"/spec/forecast/wakeAhead",schemaPath:"#/properties/spec/properties/forecast/properties/wakeAhead/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err276];
}
else {
vErrors.push(err276);
}
errors++;
}
}
}
else {
const err277 = {instancePath:instancePath+"/spec/forecast",schemaPath:"#/properties/spec/properties/forecast/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err277];
}
else {
vErrors.push(err277);
}
errors++;
}
}
if(data12.targetSelection !== undefined){
let data137 = data12.targetSelection;
if(typeof data137 !== "string"){
const err278 = {instancePath:instancePath+"/spec/targetSelection",schemaPath:"#/properties/spec/properties/targetSelection/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err278];
}
else {
vErrors.push(err278);
}
errors++;
}
if(!(((data137 === "HighestUsage") || (data137 === "Announced")) || (data137 === "Largest"))){
const err279 = {instancePath:instancePath+"/spec/targetSelection",schemaPath:"#/properties/spec/properties/targetSelection/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.targetSelection.enum}};
if(vErrors === null){
vErrors = [err279];
}
else {
vErrors.push(err279);
}
errors++;
}
}
if(data12.selectionStrategy !== undefined){
let data138 = data12.selectionStrategy;
if(typeof data138 !== "string"){
const err280 = {instancePath:instancePath+"/spec/selectionStrategy",schemaPath:"#/properties/spec/properties/selectionStrategy/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err280];
}
else {
vErrors.push(err280);
}
errors++;
}
if(!((data138 === "LabelSelector") || (data138 === "OwnerReference"))){
const err281 = {instancePath:instancePath+"/spec/selectionStrategy",schemaPath:"#/properties/spec/properties/selectionStrategy/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.selectionStrategy.enum}};
if(vErrors === null){
vErrors = [err281];
}
else {
vErrors.push(err281);
}
errors++;
}
}
if(data12.scaleDownOrder !== undefined){
let data139 = data12.scaleDownOrder;
if(typeof data139 !== "string"){
const err282 = {instancePath:instancePath+"/spec/scaleDownOrder",schemaPath:"#/properties/spec/properties/scaleDownOrder/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err282];
}
else {
vErrors.push(err282);
}
errors++;
}
if(!(((data139 === "LeastLoaded") || (data139 === "Newest")) || (data139 === "Zone"))){
const err283 = {instancePath:instancePath+"/spec/scaleDownOrder",schemaPath:"#/properties/spec/properties/scaleDownOrder/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.scaleDownOrder.enum}};
if(vErrors === null){
vErrors = [err283];
}
else {
vErrors.push(err283);
}
errors++;
}
}
if(data12.algorithm !== undefined){
let data140 = data12.algorithm;
if(typeof data140 !== "string"){
const err284 = {instancePath:instancePath+"/spec/algorithm",schemaPath:"#/properties/spec/properties/algorithm/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err284];
}
else {
vErrors.push(err284);
}
errors++;
}
if(!((data140 === "Trimtab-1") || (data140 === "HPA-1.36"))){
const err285 = {instancePath:instancePath+"/spec/algorithm",schemaPath:"#/properties/spec/properties/algorithm/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.algorithm.enum}};
if(vErrors === null){
vErrors = [err285];
}
else {
vErrors.push(err285);
}
errors++;
}
}
if(data12.compatibility !== undefined){
const _errs298 = errors;
const _errs299 = errors;
const _errs300 = errors;
const _errs301 = errors;
if(!(data12.compatibility === "None")){
const err286 = {};
if(vErrors === null){
vErrors = [err286];
}
else {
vErrors.push(err286);
}
errors++;
}
var valid47 = _errs301 === errors;
if(valid47){
const err287 = {};
if(vErrors === null){
vErrors = [err287];
}
else {
vErrors.push(err287);
}
errors++;
}
else {
errors = _errs300;
if(vErrors !== null){
if(_errs300){
vErrors.length = _errs300;
}
else {
vErrors = null;
}
}
}
var valid46 = _errs299 === errors;
if(valid46){
const err288 = {instancePath:instancePath+"/spec/compatibility",schemaPath:"#/properties/spec/properties/compatibility/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err288];
}
else {
vErrors.push(err288);
}
errors++;
}
else {
errors = _errs298;
if(vErrors !== null){
if(_errs298){
vErrors.length = _errs298;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err289 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err289];
}
else {
vErrors.push(err289);
}
errors++;
}
}
if(data.status !== undefined){
let data142 = data.status;
if(data142 && typeof data142 == "object" && !Array.isArray(data142)){
if(data142.observedGeneration !== undefined){
let data143 = data142.observedGeneration;
if(!(((typeof data143 == "number") && (!(data143 % 1) && !isNaN(data143))) && (isFinite(data143)))){
const err290 = {instancePath:instancePath+"/status/observedGeneration",schemaPath:"#/properties/status/properties/observedGeneration/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err290];
}
else {
vErrors.push(err290);
}
errors++;
}
}
if(data142.summary !== undefined){
if(typeof data142.summary !== "string"){
const err291 = {instancePath:instancePath+"/status/summary",schemaPath:"#/properties/status/properties/summary/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err291];
}
else {
vErrors.push(err291);
}
errors++;
}
}
if(data142.message !== undefined){
if(typeof data142.message !== "string"){
const err292 = {instancePath:instancePath+"/status/message",schemaPath:"#/properties/status/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err292];
}
else {
vErrors.push(err292);
}
errors++;
}
}
if(data142.target !== undefined){
let data146 = data142.target;
if(data146 && typeof data146 == "object" && !Array.isArray(data146)){
if(data146.apiVersion === undefined){
const err293 = {instancePath:instancePath+"/status/target",schemaPath:"#/properties/status/properties/target/required",keyword:"required",params:{missingProperty: "apiVersion"}};
if(vErrors === null){
vErrors = [err293];
}
else {
vErrors.push(err293);
}
errors++;
}
if(data146.kind === undefined){
const err294 = {instancePath:instancePath+"/status/target",schemaPath:"#/properties/status/properties/target/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err294];
}
else {
vErrors.push(err294);
}
errors++;
}
if(data146.name === undefined){
const err295 = {instancePath:instancePath+"/status/target",schemaPath:"#/properties/status/properties/target/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err295];
}
else {
vErrors.push(err295);
}
errors++;
}
if(data146.apiVersion !== undefined){
if(typeof data146.apiVersion !== "string"){
const err296 = {instancePath:instancePath+"/status/target/apiVersion",schemaPath:"#/properties/status/properties/target/properties/apiVersion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err296];
}
else {
vErrors.push(err296);
}
errors++;
}
}
if(data146.kind !== undefined){
if(typeof data146.kind !== "string"){
const err297 = {instancePath:instancePath+"/status/target/kind",schemaPath:"#/properties/status/properties/target/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err297];
}
else {
vErrors.push(err297);
}
errors++;
}
}
if(data146.name !== undefined){
if(typeof data146.name !== "string"){
const err298 = {instancePath:instancePath+"/status/target/name",schemaPath:"#/properties/status/properties/target/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err298];
}
else {
vErrors.push(err298);
}
errors++;
}
}
if(data146.since !== undefined){
if(typeof data146.since !== "string"){
const err299 = {instancePath:instancePath+"/status/target/since",schemaPath:"#/properties/status/properties/target/properties/since/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err299];
}
else {
vErrors.push(err299);
}
errors++;
}
}
if(data146.reason !== undefined){
if(typeof data146.reason !== "string"){
const err300 = {instancePath:instancePath+"/status/target/reason",schemaPath:"#/properties/status/properties/target/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err300];
}
else {
vErrors.push(err300);
}
errors++;
}
}
}
else {
const err301 = {instancePath:instancePath+"/status/target",schemaPath:"#/properties/status/properties/target/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err301];
}
else {
vErrors.push(err301);
}
errors++;
}
}
if(data142.monitored !== undefined){
let data152 = data142.monitored;
if(data152 && typeof data152 == "object" && !Array.isArray(data152)){
if(data152.objects === undefined){
const err302 = {instancePath:instancePath+"/status/monitored",schemaPath:"#/properties/status/properties/monitored/required",keyword:"required",params:{missingProperty: "objects"}};
if(vErrors === null){
vErrors = [err302];
}
else {
vErrors.push(err302);
}
errors++;
}
if(data152.replicas === undefined){
const err303 = {instancePath:instancePath+"/status/monitored",schemaPath:"#/properties/status/properties/monitored/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err303];
}
else {
vErrors.push(err303);
}
errors++;
}
if(data152.objects !== undefined){
let data153 = data152.objects;
if(!(((typeof data153 == "number") && (!(data153 % 1) && !isNaN(data153))) && (isFinite(data153)))){
const err304 = {instancePath:instancePath+"/status/monitored/objects",schemaPath:"#/properties/status/properties/monitored/properties/objects/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err304];
}
else {
vErrors.push(err304);
}
errors++;
}
if((typeof data153 == "number") && (isFinite(data153))){
if(data153 < 0 || isNaN(data153)){
const err305 = {instancePath:instancePath+"/status/monitored/objects",schemaPath:"#/properties/status/properties/monitored/properties/objects/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err305];
}
else {
vErrors.push(err305);
}
errors++;
}
}
}
if(data152.replicas !== undefined){
let data154 = data152.replicas;
if(!(((typeof data154 == "number") && (!(data154 % 1) && !isNaN(data154))) && (isFinite(data154)))){
const err306 = {instancePath:instancePath+"/status/monitored/replicas",schemaPath:"#/properties/status/properties/monitored/properties/replicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err306];
}
else {
vErrors.push(err306);
}
errors++;
}
if((typeof data154 == "number") && (isFinite(data154))){
if(data154 < 0 || isNaN(data154)){
const err307 = {instancePath:instancePath+"/status/monitored/replicas",schemaPath:"#/properties/status/properties/monitored/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err307];
}
else {
vErrors.push(err307);
}
errors++;
}
}
}
}
else {
const err308 = {instancePath:instancePath+"/status/monitored",schemaPath:"#/properties/status/properties/monitored/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err308];
}
else {
vErrors.push(err308);
}
errors++;
}
}
if(data142.pods !== undefined){
let data155 = data142.pods;
if(data155 && typeof data155 == "object" && !Array.isArray(data155)){
if(data155.leftOut === undefined){
const err309 = {instancePath:instancePath+"/status/pods",schemaPath:"#/properties/status/properties/pods/required",keyword:"required",params:{missingProperty: "leftOut"}};
if(vErrors === null){
vErrors = [err309];
}
else {
vErrors.push(err309);
}
errors++;
}
if(data155.leftOut !== undefined){
let data156 = data155.leftOut;
if(!(((typeof data156 == "number") && (!(data156 % 1) && !isNaN(data156))) && (isFinite(data156)))){
const err310 = {instancePath:instancePath+"/status/pods/leftOut",schemaPath:"#/properties/status/properties/pods/properties/leftOut/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err310];
}
else {
vErrors.push(err310);
}
errors++;
}
if((typeof data156 == "number") && (isFinite(data156))){
if(data156 < 0 || isNaN(data156)){
const err311 = {instancePath:instancePath+"/status/pods/leftOut",schemaPath:"#/properties/status/properties/pods/properties/leftOut/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err311];
}
else {
vErrors.push(err311);
}
errors++;
}
}
}
if(data155.unresolved !== undefined){
let data157 = data155.unresolved;
if(!(((typeof data157 == "number") && (!(data157 % 1) && !isNaN(data157))) && (isFinite(data157)))){
const err312 = {instancePath:instancePath+"/status/pods/unresolved",schemaPath:"#/properties/status/properties/pods/properties/unresolved/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err312];
}
else {
vErrors.push(err312);
}
errors++;
}
if((typeof data157 == "number") && (isFinite(data157))){
if(data157 < 0 || isNaN(data157)){
const err313 = {instancePath:instancePath+"/status/pods/unresolved",schemaPath:"#/properties/status/properties/pods/properties/unresolved/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err313];
}
else {
vErrors.push(err313);
}
errors++;
}
}
}
}
else {
const err314 = {instancePath:instancePath+"/status/pods",schemaPath:"#/properties/status/properties/pods/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err314];
}
else {
vErrors.push(err314);
}
errors++;
}
}
if(data142.schedule !== undefined){
let data158 = data142.schedule;
if(data158 && typeof data158 == "object" && !Array.isArray(data158)){
if(data158.active !== undefined){
if(typeof data158.active !== "string"){
const err315 = {instancePath:instancePath+"/status/schedule/active",schemaPath:"#/properties/status/properties/schedule/properties/active/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err315];
}
else {
vErrors.push(err315);
}
errors++;
}
}
if(data158.until !== undefined){
if(typeof data158.until !== "string"){
const err316 = {instancePath:instancePath+"/status/schedule/until",schemaPath:"#/properties/status/properties/schedule/properties/until/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err316];
}
else {
vErrors.push(err316);
}
errors++;
}
}
if(data158.next !== undefined){
if(typeof data158.next !== "string"){
const err317 = {instancePath:instancePath+"/status/schedule/next",schemaPath:"#/properties/status/properties/schedule/properties/next/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err317];
}
else {
vErrors.push(err317);
}
errors++;
}
}
if(data158.nextAt !== undefined){
if(typeof data158.nextAt !== "string"){
const err318 = {instancePath:instancePath+"/status/schedule/nextAt",schemaPath:"#/properties/status/properties/schedule/properties/nextAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err318];
}
else {
vErrors.push(err318);
}
errors++;
}
}
}
else {
const err319 = {instancePath:instancePath+"/status/schedule",schemaPath:"#/properties/status/properties/schedule/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err319];
}
else {
vErrors.push(err319);
}
errors++;
}
}
if(data142.forecast !== undefined){
let data163 = data142.forecast;
if(data163 && typeof data163 == "object" && !Array.isArray(data163)){
if(data163.gate === undefined){
const err320 = {instancePath:instancePath+"/status/forecast",schemaPath:"#/properties/status/properties/forecast/required",keyword:"required",params:{missingProperty: "gate"}};
if(vErrors === null){
vErrors = [err320];
}
else {
vErrors.push(err320);
}
errors++;
}
if(data163.reason === undefined){
const err321 = {instancePath:instancePath+"/status/forecast",schemaPath:"#/properties/status/properties/forecast/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err321];
}
else {
vErrors.push(err321);
}
errors++;
}
if(data163.message === undefined){
const err322 = {instancePath:instancePath+"/status/forecast",schemaPath:"#/properties/status/properties/forecast/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err322];
}
else {
vErrors.push(err322);
}
errors++;
}
if(data163.gate !== undefined){
if(typeof data163.gate !== "string"){
const err323 = {instancePath:instancePath+"/status/forecast/gate",schemaPath:"#/properties/status/properties/forecast/properties/gate/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err323];
}
else {
vErrors.push(err323);
}
errors++;
}
}
if(data163.since !== undefined){
if(typeof data163.since !== "string"){
const err324 = {instancePath:instancePath+"/status/forecast/since",schemaPath:"#/properties/status/properties/forecast/properties/since/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err324];
}
else {
vErrors.push(err324);
}
errors++;
}
}
if(data163.reason !== undefined){
if(typeof data163.reason !== "string"){
const err325 = {instancePath:instancePath+"/status/forecast/reason",schemaPath:"#/properties/status/properties/forecast/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err325];
}
else {
vErrors.push(err325);
}
errors++;
}
}
if(data163.message !== undefined){
if(typeof data163.message !== "string"){
const err326 = {instancePath:instancePath+"/status/forecast/message",schemaPath:"#/properties/status/properties/forecast/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err326];
}
else {
vErrors.push(err326);
}
errors++;
}
}
if(data163.expected !== undefined){
let data168 = data163.expected;
if(data168 && typeof data168 == "object" && !Array.isArray(data168)){
if(data168.replicas === undefined){
const err327 = {instancePath:instancePath+"/status/forecast/expected",schemaPath:"#/properties/status/properties/forecast/properties/expected/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err327];
}
else {
vErrors.push(err327);
}
errors++;
}
if(data168.at === undefined){
const err328 = {instancePath:instancePath+"/status/forecast/expected",schemaPath:"#/properties/status/properties/forecast/properties/expected/required",keyword:"required",params:{missingProperty: "at"}};
if(vErrors === null){
vErrors = [err328];
}
else {
vErrors.push(err328);
}
errors++;
}
if(data168.replicas !== undefined){
let data169 = data168.replicas;
if(!(((typeof data169 == "number") && (!(data169 % 1) && !isNaN(data169))) && (isFinite(data169)))){
const err329 = {instancePath:instancePath+"/status/forecast/expected/replicas",schemaPath:"#/properties/status/properties/forecast/properties/expected/properties/replicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err329];
}
else {
vErrors.push(err329);
}
errors++;
}
}
if(data168.at !== undefined){
if(typeof data168.at !== "string"){
const err330 = {instancePath:instancePath+"/status/forecast/expected/at",schemaPath:"#/properties/status/properties/forecast/properties/expected/properties/at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err330];
}
else {
vErrors.push(err330);
}
errors++;
}
}
}
else {
const err331 = {instancePath:instancePath+"/status/forecast/expected",schemaPath:"#/properties/status/properties/forecast/properties/expected/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err331];
}
else {
vErrors.push(err331);
}
errors++;
}
}
if(data163.account !== undefined){
let data171 = data163.account;
if(data171 && typeof data171 == "object" && !Array.isArray(data171)){
if(data171.days === undefined){
const err332 = {instancePath:instancePath+"/status/forecast/account",schemaPath:"#/properties/status/properties/forecast/properties/account/required",keyword:"required",params:{missingProperty: "days"}};
if(vErrors === null){
vErrors = [err332];
}
else {
vErrors.push(err332);
}
errors++;
}
if(data171.shortage === undefined){
const err333 = {instancePath:instancePath+"/status/forecast/account",schemaPath:"#/properties/status/properties/forecast/properties/account/required",keyword:"required",params:{missingProperty: "shortage"}};
if(vErrors === null){
vErrors = [err333];
}
else {
vErrors.push(err333);
}
errors++;
}
if(data171.avoided === undefined){
const err334 = {instancePath:instancePath+"/status/forecast/account",schemaPath:"#/properties/status/properties/forecast/properties/account/required",keyword:"required",params:{missingProperty: "avoided"}};
if(vErrors === null){
vErrors = [err334];
}
else {
vErrors.push(err334);
}
errors++;
}
if(data171.extra === undefined){
const err335 = {instancePath:instancePath+"/status/forecast/account",schemaPath:"#/properties/status/properties/forecast/properties/account/required",keyword:"required",params:{missingProperty: "extra"}};
if(vErrors === null){
vErrors = [err335];
}
else {
vErrors.push(err335);
}
errors++;
}
if(data171.extraPercent === undefined){
const err336 = {instancePath:instancePath+"/status/forecast/account",schemaPath:"#/properties/status/properties/forecast/properties/account/required",keyword:"required",params:{missingProperty: "extraPercent"}};
if(vErrors === null){
vErrors = [err336];
}
else {
vErrors.push(err336);
}
errors++;
}
if(data171.rivalAvoided === undefined){
const err337 = {instancePath:instancePath+"/status/forecast/account",schemaPath:"#/properties/status/properties/forecast/properties/account/required",keyword:"required",params:{missingProperty: "rivalAvoided"}};
if(vErrors === null){
vErrors = [err337];
}
else {
vErrors.push(err337);
}
errors++;
}
if(data171.days !== undefined){
let data172 = data171.days;
if(!(((typeof data172 == "number") && (!(data172 % 1) && !isNaN(data172))) && (isFinite(data172)))){
const err338 = {instancePath:instancePath+"/status/forecast/account/days",schemaPath:"#/properties/status/properties/forecast/properties/account/properties/days/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err338];
}
else {
vErrors.push(err338);
}
errors++;
}
}
if(data171.shortage !== undefined){
if(typeof data171.shortage !== "string"){
const err339 = {instancePath:instancePath+"/status/forecast/account/shortage",schemaPath:"#/properties/status/properties/forecast/properties/account/properties/shortage/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err339];
}
else {
vErrors.push(err339);
}
errors++;
}
}
if(data171.avoided !== undefined){
if(typeof data171.avoided !== "string"){
const err340 = {instancePath:instancePath+"/status/forecast/account/avoided",schemaPath:"#/properties/status/properties/forecast/properties/account/properties/avoided/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err340];
}
else {
vErrors.push(err340);
}
errors++;
}
}
if(data171.extra !== undefined){
if(typeof data171.extra !== "string"){
const err341 = {instancePath:instancePath+"/status/forecast/account/extra",schemaPath:"#/properties/status/properties/forecast/properties/account/properties/extra/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err341];
}
else {
vErrors.push(err341);
}
errors++;
}
}
if(data171.extraPercent !== undefined){
if(typeof data171.extraPercent !== "string"){
const err342 = {instancePath:instancePath+"/status/forecast/account/extraPercent",schemaPath:"#/properties/status/properties/forecast/properties/account/properties/extraPercent/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err342];
}
else {
vErrors.push(err342);
}
errors++;
}
}
if(data171.rivalAvoided !== undefined){
if(typeof data171.rivalAvoided !== "string"){
const err343 = {instancePath:instancePath+"/status/forecast/account/rivalAvoided",schemaPath:"#/properties/status/properties/forecast/properties/account/properties/rivalAvoided/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err343];
}
else {
vErrors.push(err343);
}
errors++;
}
}
}
else {
const err344 = {instancePath:instancePath+"/status/forecast/account",schemaPath:"#/properties/status/properties/forecast/properties/account/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err344];
}
else {
vErrors.push(err344);
}
errors++;
}
}
}
else {
const err345 = {instancePath:instancePath+"/status/forecast",schemaPath:"#/properties/status/properties/forecast/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err345];
}
else {
vErrors.push(err345);
}
errors++;
}
}
if(data142.currentReplicas !== undefined){
let data178 = data142.currentReplicas;
if(!(((typeof data178 == "number") && (!(data178 % 1) && !isNaN(data178))) && (isFinite(data178)))){
const err346 = {instancePath:instancePath+"/status/currentReplicas",schemaPath:"#/properties/status/properties/currentReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err346];
}
else {
vErrors.push(err346);
}
errors++;
}
if((typeof data178 == "number") && (isFinite(data178))){
if(data178 < 0 || isNaN(data178)){
const err347 = {instancePath:instancePath+"/status/currentReplicas",schemaPath:"#/properties/status/properties/currentReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err347];
}
else {
vErrors.push(err347);
}
errors++;
}
}
}
if(data142.desiredReplicas !== undefined){
let data179 = data142.desiredReplicas;
if(!(((typeof data179 == "number") && (!(data179 % 1) && !isNaN(data179))) && (isFinite(data179)))){
const err348 = {instancePath:instancePath+"/status/desiredReplicas",schemaPath:"#/properties/status/properties/desiredReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err348];
}
else {
vErrors.push(err348);
}
errors++;
}
if((typeof data179 == "number") && (isFinite(data179))){
if(data179 < 0 || isNaN(data179)){
const err349 = {instancePath:instancePath+"/status/desiredReplicas",schemaPath:"#/properties/status/properties/desiredReplicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err349];
}
else {
vErrors.push(err349);
}
errors++;
}
}
}
if(data142.lastScaleTime !== undefined){
if(typeof data142.lastScaleTime !== "string"){
const err350 = {instancePath:instancePath+"/status/lastScaleTime",schemaPath:"#/properties/status/properties/lastScaleTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err350];
}
else {
vErrors.push(err350);
}
errors++;
}
}
if(data142.currentMetrics !== undefined){
let data181 = data142.currentMetrics;
if(Array.isArray(data181)){
if(data181.length > 256){
const err351 = {instancePath:instancePath+"/status/currentMetrics",schemaPath:"#/properties/status/properties/currentMetrics/maxItems",keyword:"maxItems",params:{limit: 256}};
if(vErrors === null){
vErrors = [err351];
}
else {
vErrors.push(err351);
}
errors++;
}
const len5 = data181.length;
for(let i5=0; i5<len5; i5++){
let data182 = data181[i5];
if(data182 && typeof data182 == "object" && !Array.isArray(data182)){
if(data182.type === undefined){
const err352 = {instancePath:instancePath+"/status/currentMetrics/" + i5,schemaPath:"#/properties/status/properties/currentMetrics/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err352];
}
else {
vErrors.push(err352);
}
errors++;
}
if(data182.type !== undefined){
if(typeof data182.type !== "string"){
const err353 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/type",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err353];
}
else {
vErrors.push(err353);
}
errors++;
}
}
if(data182.resource !== undefined){
let data184 = data182.resource;
if(data184 && typeof data184 == "object" && !Array.isArray(data184)){
if(data184.name === undefined){
const err354 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/resource",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/resource/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err354];
}
else {
vErrors.push(err354);
}
errors++;
}
if(data184.current === undefined){
const err355 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/resource",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/resource/required",keyword:"required",params:{missingProperty: "current"}};
if(vErrors === null){
vErrors = [err355];
}
else {
vErrors.push(err355);
}
errors++;
}
if(data184.name !== undefined){
if(typeof data184.name !== "string"){
const err356 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/resource/name",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/resource/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err356];
}
else {
vErrors.push(err356);
}
errors++;
}
}
if(data184.current !== undefined){
let data186 = data184.current;
if(data186 && typeof data186 == "object" && !Array.isArray(data186)){
if(data186.value !== undefined){
if(typeof data186.value !== "string"){
const err357 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/resource/current/value",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/resource/properties/current/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err357];
}
else {
vErrors.push(err357);
}
errors++;
}
}
if(data186.averageValue !== undefined){
if(typeof data186.averageValue !== "string"){
const err358 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/resource/current/averageValue",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/resource/properties/current/properties/averageValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err358];
}
else {
vErrors.push(err358);
}
errors++;
}
}
if(data186.averageUtilization !== undefined){
let data189 = data186.averageUtilization;
if(!(((typeof data189 == "number") && (!(data189 % 1) && !isNaN(data189))) && (isFinite(data189)))){
const err359 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/resource/current/averageUtilization",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/resource/properties/current/properties/averageUtilization/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err359];
}
else {
vErrors.push(err359);
}
errors++;
}
}
}
else {
const err360 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/resource/current",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/resource/properties/current/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err360];
}
else {
vErrors.push(err360);
}
errors++;
}
}
}
else {
const err361 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/resource",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/resource/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err361];
}
else {
vErrors.push(err361);
}
errors++;
}
}
if(data182.containerResource !== undefined){
let data190 = data182.containerResource;
if(data190 && typeof data190 == "object" && !Array.isArray(data190)){
if(data190.name === undefined){
const err362 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err362];
}
else {
vErrors.push(err362);
}
errors++;
}
if(data190.container === undefined){
const err363 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/required",keyword:"required",params:{missingProperty: "container"}};
if(vErrors === null){
vErrors = [err363];
}
else {
vErrors.push(err363);
}
errors++;
}
if(data190.current === undefined){
const err364 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/required",keyword:"required",params:{missingProperty: "current"}};
if(vErrors === null){
vErrors = [err364];
}
else {
vErrors.push(err364);
}
errors++;
}
if(data190.name !== undefined){
if(typeof data190.name !== "string"){
const err365 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource/name",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err365];
}
else {
vErrors.push(err365);
}
errors++;
}
}
if(data190.container !== undefined){
if(typeof data190.container !== "string"){
const err366 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource/container",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/properties/container/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err366];
}
else {
vErrors.push(err366);
}
errors++;
}
}
if(data190.current !== undefined){
let data193 = data190.current;
if(data193 && typeof data193 == "object" && !Array.isArray(data193)){
if(data193.value !== undefined){
if(typeof data193.value !== "string"){
const err367 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource/current/value",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/properties/current/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err367];
}
else {
vErrors.push(err367);
}
errors++;
}
}
if(data193.averageValue !== undefined){
if(typeof data193.averageValue !== "string"){
const err368 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource/current/averageValue",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/properties/current/properties/averageValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err368];
}
else {
vErrors.push(err368);
}
errors++;
}
}
if(data193.averageUtilization !== undefined){
let data196 = data193.averageUtilization;
if(!(((typeof data196 == "number") && (!(data196 % 1) && !isNaN(data196))) && (isFinite(data196)))){
const err369 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource/current/averageUtilization",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/properties/current/properties/averageUtilization/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err369];
}
else {
vErrors.push(err369);
}
errors++;
}
}
}
else {
const err370 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource/current",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/properties/current/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err370];
}
else {
vErrors.push(err370);
}
errors++;
}
}
}
else {
const err371 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/containerResource",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/containerResource/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err371];
}
else {
vErrors.push(err371);
}
errors++;
}
}
if(data182.pods !== undefined){
if(!(validate65(data182.pods, {instancePath:instancePath+"/status/currentMetrics/" + i5+"/pods",parentData:data182,parentDataProperty:"pods",rootData}))){
vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
errors = vErrors.length;
}
}
if(data182.object !== undefined){
let data198 = data182.object;
if(data198 && typeof data198 == "object" && !Array.isArray(data198)){
if(data198.describedObject === undefined){
const err372 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/required",keyword:"required",params:{missingProperty: "describedObject"}};
if(vErrors === null){
vErrors = [err372];
}
else {
vErrors.push(err372);
}
errors++;
}
if(data198.metric === undefined){
const err373 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/required",keyword:"required",params:{missingProperty: "metric"}};
if(vErrors === null){
vErrors = [err373];
}
else {
vErrors.push(err373);
}
errors++;
}
if(data198.current === undefined){
const err374 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/required",keyword:"required",params:{missingProperty: "current"}};
if(vErrors === null){
vErrors = [err374];
}
else {
vErrors.push(err374);
}
errors++;
}
if(data198.describedObject !== undefined){
let data199 = data198.describedObject;
if(data199 && typeof data199 == "object" && !Array.isArray(data199)){
if(data199.kind === undefined){
const err375 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/describedObject",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/describedObject/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err375];
}
else {
vErrors.push(err375);
}
errors++;
}
if(data199.name === undefined){
const err376 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/describedObject",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/describedObject/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err376];
}
else {
vErrors.push(err376);
}
errors++;
}
if(data199.apiVersion !== undefined){
if(typeof data199.apiVersion !== "string"){
const err377 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/describedObject/apiVersion",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/describedObject/properties/apiVersion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err377];
}
else {
vErrors.push(err377);
}
errors++;
}
}
if(data199.kind !== undefined){
if(typeof data199.kind !== "string"){
const err378 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/describedObject/kind",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/describedObject/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err378];
}
else {
vErrors.push(err378);
}
errors++;
}
}
if(data199.name !== undefined){
if(typeof data199.name !== "string"){
const err379 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/describedObject/name",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/describedObject/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err379];
}
else {
vErrors.push(err379);
}
errors++;
}
}
}
else {
const err380 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/describedObject",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/describedObject/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err380];
}
else {
vErrors.push(err380);
}
errors++;
}
}
if(data198.metric !== undefined){
let data203 = data198.metric;
if(data203 && typeof data203 == "object" && !Array.isArray(data203)){
if(data203.name === undefined){
const err381 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/metric",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/metric/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err381];
}
else {
vErrors.push(err381);
}
errors++;
}
if(data203.name !== undefined){
if(typeof data203.name !== "string"){
const err382 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/metric/name",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/metric/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err382];
}
else {
vErrors.push(err382);
}
errors++;
}
}
if(data203.selector !== undefined){
let data205 = data203.selector;
if(!(data205 && typeof data205 == "object" && !Array.isArray(data205))){
const err383 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/metric/selector",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/metric/properties/selector/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err383];
}
else {
vErrors.push(err383);
}
errors++;
}
}
}
else {
const err384 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/metric",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/metric/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err384];
}
else {
vErrors.push(err384);
}
errors++;
}
}
if(data198.current !== undefined){
let data206 = data198.current;
if(data206 && typeof data206 == "object" && !Array.isArray(data206)){
if(data206.value !== undefined){
if(typeof data206.value !== "string"){
const err385 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/current/value",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/current/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err385];
}
else {
vErrors.push(err385);
}
errors++;
}
}
if(data206.averageValue !== undefined){
if(typeof data206.averageValue !== "string"){
const err386 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/current/averageValue",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/current/properties/averageValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err386];
}
else {
vErrors.push(err386);
}
errors++;
}
}
if(data206.averageUtilization !== undefined){
let data209 = data206.averageUtilization;
if(!(((typeof data209 == "number") && (!(data209 % 1) && !isNaN(data209))) && (isFinite(data209)))){
const err387 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/current/averageUtilization",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/current/properties/averageUtilization/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err387];
}
else {
vErrors.push(err387);
}
errors++;
}
}
}
else {
const err388 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object/current",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/properties/current/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err388];
}
else {
vErrors.push(err388);
}
errors++;
}
}
}
else {
const err389 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/object",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/object/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err389];
}
else {
vErrors.push(err389);
}
errors++;
}
}
if(data182.external !== undefined){
if(!(validate65(data182.external, {instancePath:instancePath+"/status/currentMetrics/" + i5+"/external",parentData:data182,parentDataProperty:"external",rootData}))){
vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
errors = vErrors.length;
}
}
if(data182.prometheus !== undefined){
let data211 = data182.prometheus;
if(data211 && typeof data211 == "object" && !Array.isArray(data211)){
if(data211.source === undefined){
const err390 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err390];
}
else {
vErrors.push(err390);
}
errors++;
}
if(data211.query === undefined){
const err391 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/required",keyword:"required",params:{missingProperty: "query"}};
if(vErrors === null){
vErrors = [err391];
}
else {
vErrors.push(err391);
}
errors++;
}
if(data211.current === undefined){
const err392 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/required",keyword:"required",params:{missingProperty: "current"}};
if(vErrors === null){
vErrors = [err392];
}
else {
vErrors.push(err392);
}
errors++;
}
if(data211.source !== undefined){
if(typeof data211.source !== "string"){
const err393 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus/source",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err393];
}
else {
vErrors.push(err393);
}
errors++;
}
}
if(data211.query !== undefined){
if(typeof data211.query !== "string"){
const err394 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus/query",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/properties/query/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err394];
}
else {
vErrors.push(err394);
}
errors++;
}
}
if(data211.current !== undefined){
let data214 = data211.current;
if(data214 && typeof data214 == "object" && !Array.isArray(data214)){
if(data214.value !== undefined){
if(typeof data214.value !== "string"){
const err395 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus/current/value",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/properties/current/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err395];
}
else {
vErrors.push(err395);
}
errors++;
}
}
if(data214.averageValue !== undefined){
if(typeof data214.averageValue !== "string"){
const err396 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus/current/averageValue",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/properties/current/properties/averageValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err396];
}
else {
vErrors.push(err396);
}
errors++;
}
}
if(data214.averageUtilization !== undefined){
let data217 = data214.averageUtilization;
if(!(((typeof data217 == "number") && (!(data217 % 1) && !isNaN(data217))) && (isFinite(data217)))){
const err397 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus/current/averageUtilization",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/properties/current/properties/averageUtilization/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err397];
}
else {
vErrors.push(err397);
}
errors++;
}
}
}
else {
const err398 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus/current",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/properties/current/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err398];
}
else {
vErrors.push(err398);
}
errors++;
}
}
}
else {
const err399 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/prometheus",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/prometheus/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err399];
}
else {
vErrors.push(err399);
}
errors++;
}
}
if(data182.externalScaler !== undefined){
let data218 = data182.externalScaler;
if(data218 && typeof data218 == "object" && !Array.isArray(data218)){
if(data218.source === undefined){
const err400 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err400];
}
else {
vErrors.push(err400);
}
errors++;
}
if(data218.current === undefined){
const err401 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/required",keyword:"required",params:{missingProperty: "current"}};
if(vErrors === null){
vErrors = [err401];
}
else {
vErrors.push(err401);
}
errors++;
}
if(data218.source !== undefined){
if(typeof data218.source !== "string"){
const err402 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler/source",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err402];
}
else {
vErrors.push(err402);
}
errors++;
}
}
if(data218.metricName !== undefined){
if(typeof data218.metricName !== "string"){
const err403 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler/metricName",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/properties/metricName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err403];
}
else {
vErrors.push(err403);
}
errors++;
}
}
if(data218.current !== undefined){
let data221 = data218.current;
if(data221 && typeof data221 == "object" && !Array.isArray(data221)){
if(data221.value !== undefined){
if(typeof data221.value !== "string"){
const err404 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler/current/value",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/properties/current/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err404];
}
else {
vErrors.push(err404);
}
errors++;
}
}
if(data221.averageValue !== undefined){
if(typeof data221.averageValue !== "string"){
const err405 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler/current/averageValue",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/properties/current/properties/averageValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err405];
}
else {
vErrors.push(err405);
}
errors++;
}
}
if(data221.averageUtilization !== undefined){
let data224 = data221.averageUtilization;
if(!(((typeof data224 == "number") && (!(data224 % 1) && !isNaN(data224))) && (isFinite(data224)))){
const err406 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler/current/averageUtilization",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/properties/current/properties/averageUtilization/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err406];
}
else {
vErrors.push(err406);
}
errors++;
}
}
}
else {
const err407 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler/current",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/properties/current/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err407];
}
else {
vErrors.push(err407);
}
errors++;
}
}
}
else {
const err408 = {instancePath:instancePath+"/status/currentMetrics/" + i5+"/externalScaler",schemaPath:"#/properties/status/properties/currentMetrics/items/properties/externalScaler/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err408];
}
else {
vErrors.push(err408);
}
errors++;
}
}
}
else {
const err409 = {instancePath:instancePath+"/status/currentMetrics/" + i5,schemaPath:"#/properties/status/properties/currentMetrics/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err409];
}
else {
vErrors.push(err409);
}
errors++;
}
}
}
else {
const err410 = {instancePath:instancePath+"/status/currentMetrics",schemaPath:"#/properties/status/properties/currentMetrics/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err410];
}
else {
vErrors.push(err410);
}
errors++;
}
}
if(data142.conditions !== undefined){
let data225 = data142.conditions;
if(Array.isArray(data225)){
if(data225.length > 16){
const err411 = {instancePath:instancePath+"/status/conditions",schemaPath:"#/properties/status/properties/conditions/maxItems",keyword:"maxItems",params:{limit: 16}};
if(vErrors === null){
vErrors = [err411];
}
else {
vErrors.push(err411);
}
errors++;
}
const len6 = data225.length;
for(let i6=0; i6<len6; i6++){
let data226 = data225[i6];
if(data226 && typeof data226 == "object" && !Array.isArray(data226)){
if(data226.type === undefined){
const err412 = {instancePath:instancePath+"/status/conditions/" + i6,schemaPath:"#/properties/status/properties/conditions/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err412];
}
else {
vErrors.push(err412);
}
errors++;
}
if(data226.status === undefined){
const err413 = {instancePath:instancePath+"/status/conditions/" + i6,schemaPath:"#/properties/status/properties/conditions/items/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err413];
}
else {
vErrors.push(err413);
}
errors++;
}
if(data226.lastTransitionTime === undefined){
const err414 = {instancePath:instancePath+"/status/conditions/" + i6,schemaPath:"#/properties/status/properties/conditions/items/required",keyword:"required",params:{missingProperty: "lastTransitionTime"}};
if(vErrors === null){
vErrors = [err414];
}
else {
vErrors.push(err414);
}
errors++;
}
if(data226.reason === undefined){
const err415 = {instancePath:instancePath+"/status/conditions/" + i6,schemaPath:"#/properties/status/properties/conditions/items/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err415];
}
else {
vErrors.push(err415);
}
errors++;
}
if(data226.message === undefined){
const err416 = {instancePath:instancePath+"/status/conditions/" + i6,schemaPath:"#/properties/status/properties/conditions/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err416];
}
else {
vErrors.push(err416);
}
errors++;
}
if(data226.type !== undefined){
let data227 = data226.type;
if(typeof data227 === "string"){
if(func3(data227) > 316){
const err417 = {instancePath:instancePath+"/status/conditions/" + i6+"/type",schemaPath:"#/properties/status/properties/conditions/items/properties/type/maxLength",keyword:"maxLength",params:{limit: 316}};
if(vErrors === null){
vErrors = [err417];
}
else {
vErrors.push(err417);
}
errors++;
}
if(!pattern0.test(data227)){
const err418 = {instancePath:instancePath+"/status/conditions/" + i6+"/type",schemaPath:"#/properties/status/properties/conditions/items/properties/type/pattern",keyword:"pattern",params:{pattern: "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"}};
if(vErrors === null){
vErrors = [err418];
}
else {
vErrors.push(err418);
}
errors++;
}
}
else {
const err419 = {instancePath:instancePath+"/status/conditions/" + i6+"/type",schemaPath:"#/properties/status/properties/conditions/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err419];
}
else {
vErrors.push(err419);
}
errors++;
}
}
if(data226.status !== undefined){
let data228 = data226.status;
if(typeof data228 !== "string"){
const err420 = {instancePath:instancePath+"/status/conditions/" + i6+"/status",schemaPath:"#/properties/status/properties/conditions/items/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err420];
}
else {
vErrors.push(err420);
}
errors++;
}
if(!(((data228 === "True") || (data228 === "False")) || (data228 === "Unknown"))){
const err421 = {instancePath:instancePath+"/status/conditions/" + i6+"/status",schemaPath:"#/properties/status/properties/conditions/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema6.properties.status.properties.conditions.items.properties.status.enum}};
if(vErrors === null){
vErrors = [err421];
}
else {
vErrors.push(err421);
}
errors++;
}
}
if(data226.observedGeneration !== undefined){
let data229 = data226.observedGeneration;
if(!(((typeof data229 == "number") && (!(data229 % 1) && !isNaN(data229))) && (isFinite(data229)))){
const err422 = {instancePath:instancePath+"/status/conditions/" + i6+"/observedGeneration",schemaPath:"#/properties/status/properties/conditions/items/properties/observedGeneration/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err422];
}
else {
vErrors.push(err422);
}
errors++;
}
if((typeof data229 == "number") && (isFinite(data229))){
if(data229 < 0 || isNaN(data229)){
const err423 = {instancePath:instancePath+"/status/conditions/" + i6+"/observedGeneration",schemaPath:"#/properties/status/properties/conditions/items/properties/observedGeneration/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err423];
}
else {
vErrors.push(err423);
}
errors++;
}
}
}
if(data226.lastTransitionTime !== undefined){
if(typeof data226.lastTransitionTime !== "string"){
const err424 = {instancePath:instancePath+"/status/conditions/" + i6+"/lastTransitionTime",schemaPath:"#/properties/status/properties/conditions/items/properties/lastTransitionTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err424];
}
else {
vErrors.push(err424);
}
errors++;
}
}
if(data226.reason !== undefined){
let data231 = data226.reason;
if(typeof data231 === "string"){
if(func3(data231) > 1024){
const err425 = {instancePath:instancePath+"/status/conditions/" + i6+"/reason",schemaPath:"#/properties/status/properties/conditions/items/properties/reason/maxLength",keyword:"maxLength",params:{limit: 1024}};
if(vErrors === null){
vErrors = [err425];
}
else {
vErrors.push(err425);
}
errors++;
}
if(func3(data231) < 1){
const err426 = {instancePath:instancePath+"/status/conditions/" + i6+"/reason",schemaPath:"#/properties/status/properties/conditions/items/properties/reason/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err426];
}
else {
vErrors.push(err426);
}
errors++;
}
if(!pattern1.test(data231)){
const err427 = {instancePath:instancePath+"/status/conditions/" + i6+"/reason",schemaPath:"#/properties/status/properties/conditions/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"}};
if(vErrors === null){
vErrors = [err427];
}
else {
vErrors.push(err427);
}
errors++;
}
}
else {
const err428 = {instancePath:instancePath+"/status/conditions/" + i6+"/reason",schemaPath:"#/properties/status/properties/conditions/items/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err428];
}
else {
vErrors.push(err428);
}
errors++;
}
}
if(data226.message !== undefined){
let data232 = data226.message;
if(typeof data232 === "string"){
if(func3(data232) > 32768){
const err429 = {instancePath:instancePath+"/status/conditions/" + i6+"/message",schemaPath:"#/properties/status/properties/conditions/items/properties/message/maxLength",keyword:"maxLength",params:{limit: 32768}};
if(vErrors === null){
vErrors = [err429];
}
else {
vErrors.push(err429);
}
errors++;
}
}
else {
const err430 = {instancePath:instancePath+"/status/conditions/" + i6+"/message",schemaPath:"#/properties/status/properties/conditions/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err430];
}
else {
vErrors.push(err430);
}
errors++;
}
}
}
else {
const err431 = {instancePath:instancePath+"/status/conditions/" + i6,schemaPath:"#/properties/status/properties/conditions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err431];
}
else {
vErrors.push(err431);
}
errors++;
}
}
}
else {
const err432 = {instancePath:instancePath+"/status/conditions",schemaPath:"#/properties/status/properties/conditions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err432];
}
else {
vErrors.push(err432);
}
errors++;
}
}
if(data142.decision !== undefined){
let data233 = data142.decision;
if(data233 && typeof data233 == "object" && !Array.isArray(data233)){
if(data233.time === undefined){
const err433 = {instancePath:instancePath+"/status/decision",schemaPath:"#/properties/status/properties/decision/required",keyword:"required",params:{missingProperty: "time"}};
if(vErrors === null){
vErrors = [err433];
}
else {
vErrors.push(err433);
}
errors++;
}
if(data233.from === undefined){
const err434 = {instancePath:instancePath+"/status/decision",schemaPath:"#/properties/status/properties/decision/required",keyword:"required",params:{missingProperty: "from"}};
if(vErrors === null){
vErrors = [err434];
}
else {
vErrors.push(err434);
}
errors++;
}
if(data233.to === undefined){
const err435 = {instancePath:instancePath+"/status/decision",schemaPath:"#/properties/status/properties/decision/required",keyword:"required",params:{missingProperty: "to"}};
if(vErrors === null){
vErrors = [err435];
}
else {
vErrors.push(err435);
}
errors++;
}
if(data233.votes === undefined){
const err436 = {instancePath:instancePath+"/status/decision",schemaPath:"#/properties/status/properties/decision/required",keyword:"required",params:{missingProperty: "votes"}};
if(vErrors === null){
vErrors = [err436];
}
else {
vErrors.push(err436);
}
errors++;
}
if(data233.steps === undefined){
const err437 = {instancePath:instancePath+"/status/decision",schemaPath:"#/properties/status/properties/decision/required",keyword:"required",params:{missingProperty: "steps"}};
if(vErrors === null){
vErrors = [err437];
}
else {
vErrors.push(err437);
}
errors++;
}
if(data233.time !== undefined){
if(typeof data233.time !== "string"){
const err438 = {instancePath:instancePath+"/status/decision/time",schemaPath:"#/properties/status/properties/decision/properties/time/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err438];
}
else {
vErrors.push(err438);
}
errors++;
}
}
if(data233.from !== undefined){
let data235 = data233.from;
if(!(((typeof data235 == "number") && (!(data235 % 1) && !isNaN(data235))) && (isFinite(data235)))){
const err439 = {instancePath:instancePath+"/status/decision/from",schemaPath:"#/properties/status/properties/decision/properties/from/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err439];
}
else {
vErrors.push(err439);
}
errors++;
}
}
if(data233.to !== undefined){
let data236 = data233.to;
if(!(((typeof data236 == "number") && (!(data236 % 1) && !isNaN(data236))) && (isFinite(data236)))){
const err440 = {instancePath:instancePath+"/status/decision/to",schemaPath:"#/properties/status/properties/decision/properties/to/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err440];
}
else {
vErrors.push(err440);
}
errors++;
}
}
if(data233.votes !== undefined){
let data237 = data233.votes;
if(Array.isArray(data237)){
if(data237.length > 256){
const err441 = {instancePath:instancePath+"/status/decision/votes",schemaPath:"#/properties/status/properties/decision/properties/votes/maxItems",keyword:"maxItems",params:{limit: 256}};
if(vErrors === null){
vErrors = [err441];
}
else {
vErrors.push(err441);
}
errors++;
}
const len7 = data237.length;
for(let i7=0; i7<len7; i7++){
let data238 = data237[i7];
if(data238 && typeof data238 == "object" && !Array.isArray(data238)){
if(data238.source === undefined){
const err442 = {instancePath:instancePath+"/status/decision/votes/" + i7,schemaPath:"#/properties/status/properties/decision/properties/votes/items/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err442];
}
else {
vErrors.push(err442);
}
errors++;
}
if(data238.message === undefined){
const err443 = {instancePath:instancePath+"/status/decision/votes/" + i7,schemaPath:"#/properties/status/properties/decision/properties/votes/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err443];
}
else {
vErrors.push(err443);
}
errors++;
}
if(data238.source !== undefined){
if(typeof data238.source !== "string"){
const err444 = {instancePath:instancePath+"/status/decision/votes/" + i7+"/source",schemaPath:"#/properties/status/properties/decision/properties/votes/items/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err444];
}
else {
vErrors.push(err444);
}
errors++;
}
}
if(data238.type !== undefined){
if(typeof data238.type !== "string"){
const err445 = {instancePath:instancePath+"/status/decision/votes/" + i7+"/type",schemaPath:"#/properties/status/properties/decision/properties/votes/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err445];
}
else {
vErrors.push(err445);
}
errors++;
}
}
if(data238.replicas !== undefined){
let data241 = data238.replicas;
if(!(((typeof data241 == "number") && (!(data241 % 1) && !isNaN(data241))) && (isFinite(data241)))){
const err446 = {instancePath:instancePath+"/status/decision/votes/" + i7+"/replicas",schemaPath:"#/properties/status/properties/decision/properties/votes/items/properties/replicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err446];
}
else {
vErrors.push(err446);
}
errors++;
}
}
if(data238.reason !== undefined){
if(typeof data238.reason !== "string"){
const err447 = {instancePath:instancePath+"/status/decision/votes/" + i7+"/reason",schemaPath:"#/properties/status/properties/decision/properties/votes/items/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err447];
}
else {
vErrors.push(err447);
}
errors++;
}
}
if(data238.input !== undefined){
if(typeof data238.input !== "string"){
const err448 = {instancePath:instancePath+"/status/decision/votes/" + i7+"/input",schemaPath:"#/properties/status/properties/decision/properties/votes/items/properties/input/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err448];
}
else {
vErrors.push(err448);
}
errors++;
}
}
if(data238.sampleAgeSeconds !== undefined){
let data244 = data238.sampleAgeSeconds;
if(!(((typeof data244 == "number") && (!(data244 % 1) && !isNaN(data244))) && (isFinite(data244)))){
const err449 = {instancePath:instancePath+"/status/decision/votes/" + i7+"/sampleAgeSeconds",schemaPath:"#/properties/status/properties/decision/properties/votes/items/properties/sampleAgeSeconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err449];
}
else {
vErrors.push(err449);
}
errors++;
}
}
if(data238.message !== undefined){
if(typeof data238.message !== "string"){
const err450 = {instancePath:instancePath+"/status/decision/votes/" + i7+"/message",schemaPath:"#/properties/status/properties/decision/properties/votes/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err450];
}
else {
vErrors.push(err450);
}
errors++;
}
}
}
else {
const err451 = {instancePath:instancePath+"/status/decision/votes/" + i7,schemaPath:"#/properties/status/properties/decision/properties/votes/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err451];
}
else {
vErrors.push(err451);
}
errors++;
}
}
}
else {
const err452 = {instancePath:instancePath+"/status/decision/votes",schemaPath:"#/properties/status/properties/decision/properties/votes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err452];
}
else {
vErrors.push(err452);
}
errors++;
}
}
if(data233.steps !== undefined){
let data246 = data233.steps;
if(Array.isArray(data246)){
if(data246.length > 32){
const err453 = {instancePath:instancePath+"/status/decision/steps",schemaPath:"#/properties/status/properties/decision/properties/steps/maxItems",keyword:"maxItems",params:{limit: 32}};
if(vErrors === null){
vErrors = [err453];
}
else {
vErrors.push(err453);
}
errors++;
}
const len8 = data246.length;
for(let i8=0; i8<len8; i8++){
let data247 = data246[i8];
if(data247 && typeof data247 == "object" && !Array.isArray(data247)){
if(data247.step === undefined){
const err454 = {instancePath:instancePath+"/status/decision/steps/" + i8,schemaPath:"#/properties/status/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "step"}};
if(vErrors === null){
vErrors = [err454];
}
else {
vErrors.push(err454);
}
errors++;
}
if(data247.before === undefined){
const err455 = {instancePath:instancePath+"/status/decision/steps/" + i8,schemaPath:"#/properties/status/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "before"}};
if(vErrors === null){
vErrors = [err455];
}
else {
vErrors.push(err455);
}
errors++;
}
if(data247.after === undefined){
const err456 = {instancePath:instancePath+"/status/decision/steps/" + i8,schemaPath:"#/properties/status/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "after"}};
if(vErrors === null){
vErrors = [err456];
}
else {
vErrors.push(err456);
}
errors++;
}
if(data247.reason === undefined){
const err457 = {instancePath:instancePath+"/status/decision/steps/" + i8,schemaPath:"#/properties/status/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err457];
}
else {
vErrors.push(err457);
}
errors++;
}
if(data247.message === undefined){
const err458 = {instancePath:instancePath+"/status/decision/steps/" + i8,schemaPath:"#/properties/status/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err458];
}
else {
vErrors.push(err458);
}
errors++;
}
if(data247.step !== undefined){
if(typeof data247.step !== "string"){
const err459 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/step",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/step/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err459];
}
else {
vErrors.push(err459);
}
errors++;
}
}
if(data247.before !== undefined){
let data249 = data247.before;
if(!(((typeof data249 == "number") && (!(data249 % 1) && !isNaN(data249))) && (isFinite(data249)))){
const err460 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/before",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/before/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err460];
}
else {
vErrors.push(err460);
}
errors++;
}
}
if(data247.after !== undefined){
let data250 = data247.after;
if(!(((typeof data250 == "number") && (!(data250 % 1) && !isNaN(data250))) && (isFinite(data250)))){
const err461 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/after",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/after/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err461];
}
else {
vErrors.push(err461);
}
errors++;
}
}
if(data247.atLeast !== undefined){
let data251 = data247.atLeast;
if(!(((typeof data251 == "number") && (!(data251 % 1) && !isNaN(data251))) && (isFinite(data251)))){
const err462 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/atLeast",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/atLeast/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err462];
}
else {
vErrors.push(err462);
}
errors++;
}
}
if(data247.atMost !== undefined){
let data252 = data247.atMost;
if(!(((typeof data252 == "number") && (!(data252 % 1) && !isNaN(data252))) && (isFinite(data252)))){
const err463 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/atMost",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/atMost/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err463];
}
else {
vErrors.push(err463);
}
errors++;
}
}
if(data247.until !== undefined){
if(typeof data247.until !== "string"){
const err464 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/until",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/until/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err464];
}
else {
vErrors.push(err464);
}
errors++;
}
}
if(data247.others !== undefined){
let data254 = data247.others;
if(!(((typeof data254 == "number") && (!(data254 % 1) && !isNaN(data254))) && (isFinite(data254)))){
const err465 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/others",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/others/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err465];
}
else {
vErrors.push(err465);
}
errors++;
}
}
if(data247.reason !== undefined){
if(typeof data247.reason !== "string"){
const err466 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/reason",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err466];
}
else {
vErrors.push(err466);
}
errors++;
}
}
if(data247.message !== undefined){
if(typeof data247.message !== "string"){
const err467 = {instancePath:instancePath+"/status/decision/steps/" + i8+"/message",schemaPath:"#/properties/status/properties/decision/properties/steps/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err467];
}
else {
vErrors.push(err467);
}
errors++;
}
}
}
else {
const err468 = {instancePath:instancePath+"/status/decision/steps/" + i8,schemaPath:"#/properties/status/properties/decision/properties/steps/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err468];
}
else {
vErrors.push(err468);
}
errors++;
}
}
}
else {
const err469 = {instancePath:instancePath+"/status/decision/steps",schemaPath:"#/properties/status/properties/decision/properties/steps/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err469];
}
else {
vErrors.push(err469);
}
errors++;
}
}
}
else {
const err470 = {instancePath:instancePath+"/status/decision",schemaPath:"#/properties/status/properties/decision/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err470];
}
else {
vErrors.push(err470);
}
errors++;
}
}
if(data142.history !== undefined){
let data257 = data142.history;
if(data257 && typeof data257 == "object" && !Array.isArray(data257)){
if(data257.version !== undefined){
let data258 = data257.version;
if(!(((typeof data258 == "number") && (!(data258 % 1) && !isNaN(data258))) && (isFinite(data258)))){
const err471 = {instancePath:instancePath+"/status/history/version",schemaPath:"#/properties/status/properties/history/properties/version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err471];
}
else {
vErrors.push(err471);
}
errors++;
}
}
}
else {
const err472 = {instancePath:instancePath+"/status/history",schemaPath:"#/properties/status/properties/history/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err472];
}
else {
vErrors.push(err472);
}
errors++;
}
}
if(data142.dryRunHistory !== undefined){
let data259 = data142.dryRunHistory;
if(data259 && typeof data259 == "object" && !Array.isArray(data259)){
if(data259.version !== undefined){
let data260 = data259.version;
if(!(((typeof data260 == "number") && (!(data260 % 1) && !isNaN(data260))) && (isFinite(data260)))){
const err473 = {instancePath:instancePath+"/status/dryRunHistory/version",schemaPath:"#/properties/status/properties/dryRunHistory/properties/version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err473];
}
else {
vErrors.push(err473);
}
errors++;
}
}
}
else {
const err474 = {instancePath:instancePath+"/status/dryRunHistory",schemaPath:"#/properties/status/properties/dryRunHistory/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err474];
}
else {
vErrors.push(err474);
}
errors++;
}
}
}
else {
const err475 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err475];
}
else {
vErrors.push(err475);
}
errors++;
}
}
}
else {
const err476 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err476];
}
else {
vErrors.push(err476);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const schema = {"type":"object","required":["apiVersion","kind","metadata","spec"],"additionalProperties":false,"properties":{"apiVersion":{"const":"autoscaling.trimtab.dev/v1alpha1"},"kind":{"const":"Autoscaler"},"metadata":{"type":"object","additionalProperties":false,"properties":{"name":{"type":"string","maxLength":253},"generateName":{"type":"string"},"namespace":{"type":"string","maxLength":63},"labels":{"type":"object","additionalProperties":{"type":"string","maxLength":63}},"annotations":{"type":"object","additionalProperties":{"type":"string"}},"finalizers":{"type":"array","items":{"type":"string"}},"uid":{},"resourceVersion":{},"generation":{},"selfLink":{},"managedFields":{},"ownerReferences":{},"creationTimestamp":{},"deletionTimestamp":{},"deletionGracePeriodSeconds":{}}},"spec":{"type":"object","required":["maxReplicas"],"properties":{"scaleTargetRef":{"type":"object","required":["apiVersion","kind","name"],"properties":{"apiVersion":{"example":"apps/v1","type":"string","maxLength":317},"kind":{"example":"Deployment","type":"string","maxLength":63},"name":{"example":"web","type":"string","maxLength":253}},"additionalProperties":false},"targetSelector":{"type":"object","properties":{"apiVersion":{"type":"string","maxLength":317},"kind":{"type":"string","maxLength":63},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":16,"additionalProperties":{"type":"string","maxLength":63}},"matchExpressions":{"type":"array","maxItems":16,"items":{"type":"object","required":["key","operator"],"properties":{"key":{"example":"app.kubernetes.io/name","type":"string","maxLength":317},"operator":{"example":"In","type":"string","enum":["In","NotIn","Exists","DoesNotExist"]},"values":{"type":"array","maxItems":16,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false},"matchLabels":{"not":{},"refused":"is now in selector; write selector: {matchLabels: {app: web}}"},"matchExpressions":{"not":{},"refused":"is now in selector; write selector: {matchExpressions: [{key: app, operator: In, values: [web]}]}"}},"additionalProperties":false},"monitorSelectors":{"type":"array","maxItems":8,"items":{"type":"object","properties":{"apiVersion":{"type":"string","maxLength":317},"kind":{"type":"string","maxLength":63},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":16,"additionalProperties":{"type":"string","maxLength":63}},"matchExpressions":{"type":"array","maxItems":16,"items":{"type":"object","required":["key","operator"],"properties":{"key":{"example":"app.kubernetes.io/name","type":"string","maxLength":317},"operator":{"example":"In","type":"string","enum":["In","NotIn","Exists","DoesNotExist"]},"values":{"type":"array","maxItems":16,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false},"matchLabels":{"not":{},"refused":"is now in selector; write selector: {matchLabels: {app: web}}"},"matchExpressions":{"not":{},"refused":"is now in selector; write selector: {matchExpressions: [{key: app, operator: In, values: [web]}]}"}},"additionalProperties":false}},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"example":10,"type":"integer","minimum":1,"maximum":2147483647},"replicaMultiple":{"type":"integer","minimum":1,"maximum":1000},"mode":{"type":"string","enum":["Active","DryRun","Paused"]},"syncPeriodSeconds":{"type":"integer","minimum":3,"maximum":3600},"cpuInitializationPeriodSeconds":{"type":"integer","minimum":0,"maximum":86400},"initialReadinessDelaySeconds":{"type":"integer","minimum":0,"maximum":86400},"metrics":{"type":"array","maxItems":32,"items":{"type":"object","required":["type"],"properties":{"type":{"example":"Resource","type":"string","enum":["Resource","ContainerResource","Pods","Object","External","Prometheus","ExternalScaler"]},"name":{"type":"string","maxLength":63},"resource":{"type":"object","properties":{"name":{"type":"string","maxLength":317},"target":{"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"containerResource":{"type":"object","properties":{"name":{"type":"string","maxLength":317},"container":{"type":"string","maxLength":63},"target":{"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"pods":{"type":"object","properties":{"metric":{"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false},"target":{"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"object":{"type":"object","properties":{"describedObject":{"type":"object","properties":{"apiVersion":{"type":"string","maxLength":317},"kind":{"type":"string","maxLength":63},"name":{"type":"string","maxLength":253}},"additionalProperties":false},"metric":{"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false},"target":{"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"external":{"type":"object","properties":{"metric":{"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false},"target":{"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false},"fallback":{"not":{},"refused":"belongs to the metric, whatever its type; write fallback: {replicas: 10} next to external"}},"additionalProperties":false},"prometheus":{"type":"object","required":["source","query"],"properties":{"source":{"example":"platform","type":"string","maxLength":63},"query":{"example":"sum(queue_length)","type":"string","minLength":1,"maxLength":4096},"whenEmpty":{"type":"string","enum":["Error","Zero"]},"target":{"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"externalScaler":{"type":"object","required":["source"],"properties":{"source":{"example":"platform","type":"string","maxLength":63},"metadata":{"type":"object","maxProperties":32,"example":{"queue":"jobs"},"additionalProperties":{"type":"string","maxLength":1024}},"metricName":{"type":"string","minLength":1,"maxLength":253,"example":"queueLength"},"push":{"type":"boolean"},"target":{"type":"object","properties":{"type":{"type":"string","enum":["Utilization","Value","AverageValue"]},"value":{"type":["integer","string"],"maxLength":64},"averageValue":{"type":["integer","string"],"maxLength":64},"averageUtilization":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":3600},"replicas":{"example":10,"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"type":"string","enum":["Static","CurrentIfHigher","CurrentIfLower"]}},"additionalProperties":false},"maxAgeSeconds":{"type":"integer","minimum":1,"maximum":86400},"activation":{"type":"object","required":["value"],"properties":{"value":{"type":["integer","string"],"example":"5","maxLength":64}},"additionalProperties":false}},"additionalProperties":false}},"combine":{"type":"object","required":["expression"],"properties":{"expression":{"example":"max(cpu, queue)","type":"string","minLength":1,"maxLength":1024}},"additionalProperties":false},"thresholds":{"type":"array","maxItems":32,"items":{"type":"object","required":["name","type"],"properties":{"name":{"example":"busy","type":"string","maxLength":63},"type":{"example":"Value","type":"string","enum":["Value","Intention"]},"fallback":{"type":"object","required":["replicas"],"properties":{"failureDurationSeconds":{"type":"integer","minimum":1,"maximum":3600},"replicas":{"example":10,"type":"integer","minimum":1,"maximum":2147483647},"behavior":{"type":"string","enum":["Static","CurrentIfHigher","CurrentIfLower"]}},"additionalProperties":false},"value":{"type":"object","required":["metric","comparison","value","durationSeconds","increment"],"properties":{"metric":{"example":{"type":"External","external":{"metric":{"name":"requests_per_second"}}},"type":"object","required":["type"],"properties":{"type":{"example":"External","type":"string","enum":["Resource","ContainerResource","Pods","Object","External","Prometheus","ExternalScaler"]},"resource":{"type":"object","properties":{"name":{"type":"string","maxLength":317}},"additionalProperties":false},"containerResource":{"type":"object","properties":{"name":{"type":"string","maxLength":317},"container":{"type":"string","maxLength":63}},"additionalProperties":false},"pods":{"type":"object","properties":{"metric":{"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false}},"additionalProperties":false},"object":{"type":"object","properties":{"describedObject":{"type":"object","properties":{"apiVersion":{"type":"string","maxLength":317},"kind":{"type":"string","maxLength":63},"name":{"type":"string","maxLength":253}},"additionalProperties":false},"metric":{"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false}},"additionalProperties":false},"external":{"type":"object","properties":{"metric":{"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false}},"additionalProperties":false},"prometheus":{"type":"object","required":["source","query"],"properties":{"source":{"example":"platform","type":"string","maxLength":63},"query":{"example":"sum(queue_length)","type":"string","minLength":1,"maxLength":4096},"whenEmpty":{"type":"string","enum":["Error","Zero"]}},"additionalProperties":false},"externalScaler":{"type":"object","required":["source"],"properties":{"source":{"example":"platform","type":"string","maxLength":63},"metadata":{"type":"object","maxProperties":32,"example":{"queue":"jobs"},"additionalProperties":{"type":"string","maxLength":1024}},"metricName":{"type":"string","minLength":1,"maxLength":253,"example":"queueLength"}},"additionalProperties":false}},"additionalProperties":false},"valueType":{"type":"string","enum":["Value","AverageValue","Utilization"]},"comparison":{"example":"GreaterThan","type":"string","enum":["GreaterThan","GreaterThanOrEqual","LessThan","LessThanOrEqual"]},"value":{"type":["integer","string"],"example":50,"maxLength":64},"durationSeconds":{"example":30,"type":"integer","minimum":1,"maximum":3600},"increment":{"example":1,"type":"integer","minimum":-1000,"maximum":1000}},"additionalProperties":false},"intention":{"type":"object","required":["intent","value"],"properties":{"intent":{"example":"CPUUtilization","type":"string","enum":["CPUUtilization","MemoryUtilization","RequestsPerSecondPerPod","PodsMetric"]},"metric":{"type":"object","properties":{"name":{"type":"string","maxLength":512},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","nullable":true,"maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","properties":{"key":{"type":"string","maxLength":317},"operator":{"type":"string","maxLength":63},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false},"value":{"type":["integer","string"],"example":70,"maxLength":64}},"additionalProperties":false}},"additionalProperties":false}},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"stabilizationWindowSeconds":{"type":"integer","minimum":0,"maximum":3600},"selectPolicy":{"type":"string","enum":["Max","Min","Disabled"]},"policies":{"type":"array","minItems":1,"maxItems":16,"items":{"type":"object","required":["type","value","periodSeconds"],"properties":{"type":{"example":"Percent","type":"string","enum":["Pods","Percent"]},"value":{"example":100,"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"example":60,"type":"integer","minimum":1,"maximum":1800}},"additionalProperties":false}},"tolerance":{"type":["number","string"],"minimum":0,"maximum":2147483647,"maxLength":64}},"additionalProperties":false},"scaleDown":{"type":"object","properties":{"stabilizationWindowSeconds":{"type":"integer","minimum":0,"maximum":3600},"selectPolicy":{"type":"string","enum":["Max","Min","Disabled"]},"policies":{"type":"array","minItems":1,"maxItems":16,"items":{"type":"object","required":["type","value","periodSeconds"],"properties":{"type":{"example":"Percent","type":"string","enum":["Pods","Percent"]},"value":{"example":100,"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"example":60,"type":"integer","minimum":1,"maximum":1800}},"additionalProperties":false}},"tolerance":{"type":["number","string"],"minimum":0,"maximum":2147483647,"maxLength":64}},"additionalProperties":false}},"additionalProperties":false},"schedules":{"type":"array","maxItems":50,"items":{"type":"object","required":["name","timeZone","start","end"],"properties":{"name":{"example":"office","type":"string","maxLength":63},"timeZone":{"example":"Europe/Berlin","type":"string","maxLength":63},"start":{"example":"0 8 * * 1-5","type":"string","maxLength":100},"end":{"example":"0 20 * * 1-5","type":"string","maxLength":100},"minReplicas":{"type":"integer","minimum":0,"maximum":2147483647},"maxReplicas":{"type":"integer","minimum":1,"maximum":2147483647}},"additionalProperties":false}},"cooldown":{"type":"object","properties":{"scaleUpSeconds":{"type":"integer","minimum":0,"maximum":3600},"scaleDownSeconds":{"not":{},"refused":"is what the window of behavior.scaleDown does; remove it, or write behavior: {scaleDown: {stabilizationWindowSeconds: 300}}"}},"additionalProperties":false},"idle":{"type":"object","properties":{"afterSeconds":{"type":"integer","minimum":0,"maximum":86400}},"additionalProperties":false},"rollout":{"type":"object","properties":{"scaleDown":{"type":"string","enum":["Allow","Hold"]},"maxHoldSeconds":{"type":"integer","minimum":1,"maximum":86400}},"additionalProperties":false},"healthGate":{"type":"object","properties":{"startSeconds":{"type":"integer","minimum":1,"maximum":86400},"maxHoldSeconds":{"type":"integer","minimum":1,"maximum":86400}},"additionalProperties":false},"forecast":{"type":"object","required":["mode"],"properties":{"mode":{"type":"string","enum":["ForecastOnly","Active"]},"timeZone":{"type":"string","minLength":1,"maxLength":64},"maxExtraPercent":{"type":"integer","minimum":1,"maximum":100},"leadSeconds":{"type":"integer","minimum":0,"maximum":3600},"wakeAhead":{"type":"boolean"}},"additionalProperties":false},"targetSelection":{"type":"string","enum":["HighestUsage","Announced","Largest"]},"selectionStrategy":{"type":"string","enum":["LabelSelector","OwnerReference"]},"scaleDownOrder":{"type":"string","enum":["LeastLoaded","Newest","Zone"]},"algorithm":{"type":"string","enum":["Trimtab-1","HPA-1.36"]},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None"}},"additionalProperties":false},"status":{"type":"object","properties":{"observedGeneration":{"type":"integer"},"summary":{"type":"string"},"message":{"type":"string"},"target":{"type":"object","required":["apiVersion","kind","name"],"properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"},"since":{"type":"string"},"reason":{"type":"string"}}},"monitored":{"type":"object","required":["objects","replicas"],"properties":{"objects":{"type":"integer","minimum":0},"replicas":{"type":"integer","minimum":0}}},"pods":{"type":"object","required":["leftOut"],"properties":{"leftOut":{"type":"integer","minimum":0},"unresolved":{"type":"integer","minimum":0}}},"schedule":{"type":"object","properties":{"active":{"type":"string"},"until":{"type":"string"},"next":{"type":"string"},"nextAt":{"type":"string"}}},"forecast":{"type":"object","required":["gate","reason","message"],"properties":{"gate":{"type":"string"},"since":{"type":"string"},"reason":{"type":"string"},"message":{"type":"string"},"expected":{"type":"object","required":["replicas","at"],"properties":{"replicas":{"type":"integer"},"at":{"type":"string"}}},"account":{"type":"object","required":["days","shortage","avoided","extra","extraPercent","rivalAvoided"],"properties":{"days":{"type":"integer"},"shortage":{"type":"string"},"avoided":{"type":"string"},"extra":{"type":"string"},"extraPercent":{"type":"string"},"rivalAvoided":{"type":"string"}}}}},"currentReplicas":{"type":"integer","minimum":0},"desiredReplicas":{"type":"integer","minimum":0},"lastScaleTime":{"type":"string"},"currentMetrics":{"type":"array","maxItems":256,"items":{"type":"object","required":["type"],"properties":{"type":{"type":"string"},"resource":{"type":"object","required":["name","current"],"properties":{"name":{"type":"string"},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"containerResource":{"type":"object","required":["name","container","current"],"properties":{"name":{"type":"string"},"container":{"type":"string"},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"pods":{"type":"object","required":["metric","current"],"properties":{"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"selector":{"type":"object"}}},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"object":{"type":"object","required":["describedObject","metric","current"],"properties":{"describedObject":{"type":"object","required":["kind","name"],"properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"}}},"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"selector":{"type":"object"}}},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"external":{"type":"object","required":["metric","current"],"properties":{"metric":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"selector":{"type":"object"}}},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"prometheus":{"type":"object","required":["source","query","current"],"properties":{"source":{"type":"string"},"query":{"type":"string"},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}},"externalScaler":{"type":"object","required":["source","current"],"properties":{"source":{"type":"string"},"metricName":{"type":"string"},"current":{"type":"object","properties":{"value":{"type":"string"},"averageValue":{"type":"string"},"averageUtilization":{"type":"integer"}}}}}}}},"conditions":{"type":"array","maxItems":16,"items":{"type":"object","required":["type","status","lastTransitionTime","reason","message"],"properties":{"type":{"type":"string","maxLength":316,"pattern":"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"},"status":{"type":"string","enum":["True","False","Unknown"]},"observedGeneration":{"type":"integer","minimum":0},"lastTransitionTime":{"type":"string"},"reason":{"type":"string","minLength":1,"maxLength":1024,"pattern":"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},"message":{"type":"string","maxLength":32768}}}},"decision":{"type":"object","required":["time","from","to","votes","steps"],"properties":{"time":{"type":"string"},"from":{"type":"integer"},"to":{"type":"integer"},"votes":{"type":"array","maxItems":256,"items":{"type":"object","required":["source","message"],"properties":{"source":{"type":"string"},"type":{"type":"string"},"replicas":{"type":"integer"},"reason":{"type":"string"},"input":{"type":"string"},"sampleAgeSeconds":{"type":"integer"},"message":{"type":"string"}}}},"steps":{"type":"array","maxItems":32,"items":{"type":"object","required":["step","before","after","reason","message"],"properties":{"step":{"type":"string"},"before":{"type":"integer"},"after":{"type":"integer"},"atLeast":{"type":"integer"},"atMost":{"type":"integer"},"until":{"type":"string"},"others":{"type":"integer"},"reason":{"type":"string"},"message":{"type":"string"}}}}}},"history":{"type":"object","properties":{"version":{"type":"integer"}}},"dryRunHistory":{"type":"object","properties":{"version":{"type":"integer"}}}}}}};
