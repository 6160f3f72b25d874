// Generated from crds/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["apiVersion","kind","metadata","spec"],"properties":{"apiVersion":{"const":"autoscaling.trimtab.dev/v1alpha1"},"kind":{"const":"ClusterProportionalAutoscaler"},"metadata":{"type":"object","properties":{"name":{"type":"string","maxLength":253},"generateName":{"type":"string"},"namespace":{"type":"string","maxLength":63},"labels":{"type":"object","additionalProperties":{"type":"string","maxLength":63}},"annotations":{"type":"object","additionalProperties":{"type":"string"}},"finalizers":{"type":"array","items":{"type":"string"}},"uid":{},"resourceVersion":{},"generation":{},"selfLink":{},"managedFields":{},"ownerReferences":{},"creationTimestamp":{},"deletionTimestamp":{},"deletionGracePeriodSeconds":{}},"additionalProperties":false},"spec":{"type":"object","required":["scaleTargetRefs"],"properties":{"scaleTargetRefs":{"example":[{"apiVersion":"apps/v1","kind":"Deployment","name":"coredns"}],"type":"array","minItems":1,"maxItems":16,"items":{"type":"object","required":["apiVersion","kind","name"],"properties":{"apiVersion":{"example":"apps/v1","type":"string","maxLength":317},"kind":{"example":"Deployment","type":"string","maxLength":63},"name":{"example":"coredns","type":"string","maxLength":253}},"additionalProperties":false}},"mode":{"type":"string","enum":["Active","DryRun","Paused"]},"linear":{"$ref":"#/$defs/part0"},"ladder":{"$ref":"#/$defs/part3"},"configMapRef":{"type":"object","required":["name"],"properties":{"name":{"example":"dns-autoscaler","type":"string","maxLength":253},"default":{"type":"object","properties":{"linear":{"$ref":"#/$defs/part0"},"ladder":{"$ref":"#/$defs/part3"}},"additionalProperties":false}},"additionalProperties":false},"nodes":{"type":"object","properties":{"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","required":["key","operator"],"properties":{"key":{"example":"topology.kubernetes.io/zone","type":"string","maxLength":317},"operator":{"example":"In","type":"string","enum":["In","NotIn","Exists","DoesNotExist"]},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false},"unschedulable":{"type":"string","enum":["Ignore","Count"]},"excludeTaints":{"type":"array","maxItems":16,"items":{"type":"object","required":["key"],"properties":{"key":{"example":"example.com/dedicated","type":"string","maxLength":317},"operator":{"type":"string","enum":["Equal","Exists"]},"value":{"type":"string","maxLength":63},"effect":{"type":"string","enum":["NoSchedule","PreferNoSchedule","NoExecute"]}},"additionalProperties":false}}},"additionalProperties":false},"behavior":{"type":"object","properties":{"scaleUp":{"$ref":"#/$defs/part16"},"scaleDown":{"$ref":"#/$defs/part16"}},"additionalProperties":false},"algorithm":{"type":"string","enum":["Trimtab-1","CPA-1.10"]},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: CPA-1.10, or Trimtab-1 instead of None"},"nodeSelector":{"not":{},"refused":"is now spec.nodes.selector; write nodes: {selector: {matchLabels: {pool: dns}}}"},"includeUnschedulableNodes":{"not":{"not":{"enum":[false]}},"refused":"is now spec.nodes.unschedulable; write nodes: {unschedulable: Count}"}},"additionalProperties":false},"status":{"type":"object","properties":{"observedGeneration":{"type":"integer"},"summary":{"type":"string"},"message":{"type":"string"},"targetSummary":{"type":"string"},"nodes":{"type":"integer"},"schedulableNodes":{"type":"integer"},"cores":{"type":"integer"},"schedulableCores":{"type":"integer"},"pods":{"type":"integer"},"namespaces":{"type":"integer"},"resources":{"type":"array","maxItems":8,"items":{"type":"object","required":["name","total","schedulable"],"properties":{"name":{"type":"string"},"total":{"type":"string"},"schedulable":{"type":"string"}}}},"conditions":{"$ref":"#/$defs/part19"},"parameters":{"type":"object","required":["source"],"properties":{"source":{"type":"string"},"configMapName":{"type":"string"},"includeUnschedulableNodes":{"type":"boolean"},"linear":{"type":"object","properties":{"coresPerReplica":{"type":"number"},"nodesPerReplica":{"type":"number"},"minReplicas":{"type":"integer"},"maxReplicas":{"type":"integer"},"preventSinglePointFailure":{"type":"boolean"}}},"ladder":{"type":"object","properties":{"coresToReplicas":{"type":"array","maxItems":4096,"items":{"type":"object","required":["cores","replicas"],"properties":{"cores":{"type":"integer"},"replicas":{"type":"integer"}}}},"nodesToReplicas":{"type":"array","maxItems":4096,"items":{"type":"object","required":["nodes","replicas"],"properties":{"nodes":{"type":"integer"},"replicas":{"type":"integer"}}}}}}}},"targets":{"type":"array","maxItems":16,"items":{"type":"object","required":["ref"],"properties":{"ref":{"type":"object","required":["apiVersion","kind","name"],"properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"}}},"currentReplicas":{"type":"integer"},"desiredReplicas":{"type":"integer"},"lastScaleTime":{"type":"string"},"conditions":{"$ref":"#/$defs/part19"},"decision":{"type":"object","required":["time","from","to","votes","steps"],"properties":{"time":{"type":"string"},"from":{"type":"integer"},"to":{"type":"integer"},"votes":{"type":"array","maxItems":16,"items":{"type":"object","required":["source","message"],"properties":{"source":{"type":"string"},"type":{"type":"string"},"replicas":{"type":"integer"},"reason":{"type":"string"},"message":{"type":"string"}}}},"steps":{"type":"array","maxItems":8,"items":{"type":"object","required":["step","before","after","reason","message"],"properties":{"step":{"type":"string"},"before":{"type":"integer"},"after":{"type":"integer"},"atLeast":{"type":"integer"},"atMost":{"type":"integer"},"until":{"type":"string"},"reason":{"type":"string"},"message":{"type":"string"}}}}}},"history":{"type":"object","properties":{"version":{"type":"integer"}}},"dryRunHistory":{"type":"object","properties":{"version":{"type":"integer"}}}}}}}}},"additionalProperties":false,"$defs":{"part0":{"type":"object","properties":{"coresPerReplica":{"type":"number"},"nodesPerReplica":{"type":"number"},"podsPerReplica":{"type":"integer","minimum":1,"maximum":2147483647},"namespacesPerReplica":{"type":"integer","minimum":1,"maximum":2147483647},"resourcesPerReplica":{"$ref":"#/$defs/part1"},"minReplicas":{"type":"integer","maximum":2147483647},"maxReplicas":{"type":"integer","maximum":2147483647},"preventSinglePointFailure":{"type":"boolean"}},"additionalProperties":false},"part1":{"type":"array","minItems":1,"maxItems":8,"items":{"$ref":"#/$defs/part2"}},"part2":{"type":"object","required":["name","perReplica"],"properties":{"name":{"example":"memory","type":"string","maxLength":317},"perReplica":{"type":["integer","string"],"example":"64Gi","maxLength":64}},"additionalProperties":false},"part3":{"type":"object","properties":{"coresToReplicas":{"$ref":"#/$defs/part4"},"nodesToReplicas":{"$ref":"#/$defs/part6"},"podsToReplicas":{"$ref":"#/$defs/part8"},"namespacesToReplicas":{"$ref":"#/$defs/part10"},"resourcesToReplicas":{"$ref":"#/$defs/part12"}},"additionalProperties":false},"part4":{"type":"array","maxItems":256,"items":{"$ref":"#/$defs/part5"}},"part5":{"type":"object","required":["cores","replicas"],"properties":{"cores":{"example":16,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false},"part6":{"type":"array","maxItems":256,"items":{"$ref":"#/$defs/part7"}},"part7":{"type":"object","required":["nodes","replicas"],"properties":{"nodes":{"example":16,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false},"part8":{"type":"array","maxItems":256,"items":{"$ref":"#/$defs/part9"}},"part9":{"type":"object","required":["pods","replicas"],"properties":{"pods":{"example":500,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false},"part10":{"type":"array","maxItems":256,"items":{"$ref":"#/$defs/part11"}},"part11":{"type":"object","required":["namespaces","replicas"],"properties":{"namespaces":{"example":500,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false},"part12":{"type":"array","maxItems":8,"items":{"$ref":"#/$defs/part13"}},"part13":{"type":"object","required":["name","steps"],"properties":{"name":{"example":"memory","type":"string","maxLength":317},"steps":{"$ref":"#/$defs/part14"}},"additionalProperties":false},"part14":{"example":[{"quantity":"64Gi","replicas":2}],"type":"array","minItems":1,"maxItems":64,"items":{"$ref":"#/$defs/part15"}},"part15":{"type":"object","required":["quantity","replicas"],"properties":{"quantity":{"type":["integer","string"],"example":"64Gi","maxLength":64},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false},"part16":{"type":"object","properties":{"stabilizationWindowSeconds":{"type":"integer","minimum":0,"maximum":3600},"selectPolicy":{"type":"string","enum":["Max","Min","Disabled"]},"policies":{"$ref":"#/$defs/part17"}},"additionalProperties":false},"part17":{"type":"array","minItems":1,"maxItems":16,"items":{"$ref":"#/$defs/part18"}},"part18":{"type":"object","required":["type","value","periodSeconds"],"properties":{"type":{"example":"Percent","type":"string","enum":["Pods","Percent"]},"value":{"example":100,"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"example":60,"type":"integer","minimum":1,"maximum":1800}},"additionalProperties":false},"part19":{"type":"array","maxItems":16,"items":{"$ref":"#/$defs/part20"}},"part20":{"type":"object","required":["type","status","lastTransitionTime","reason","message"],"properties":{"type":{"type":"string","maxLength":316,"pattern":"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"},"status":{"type":"string","enum":["True","False","Unknown"]},"observedGeneration":{"type":"integer","minimum":0},"lastTransitionTime":{"type":"string"},"reason":{"type":"string","minLength":1,"maxLength":1024,"pattern":"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},"message":{"type":"string","maxLength":32768}}}}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = text => { let length = 0; for (const _ of text) length += 1; return length; };
const schema7 = {"type":"object","properties":{"coresPerReplica":{"type":"number"},"nodesPerReplica":{"type":"number"},"podsPerReplica":{"type":"integer","minimum":1,"maximum":2147483647},"namespacesPerReplica":{"type":"integer","minimum":1,"maximum":2147483647},"resourcesPerReplica":{"$ref":"#/$defs/part1"},"minReplicas":{"type":"integer","maximum":2147483647},"maxReplicas":{"type":"integer","maximum":2147483647},"preventSinglePointFailure":{"type":"boolean"}},"additionalProperties":false};
const schema8 = {"type":"array","minItems":1,"maxItems":8,"items":{"$ref":"#/$defs/part2"}};
const schema9 = {"type":"object","required":["name","perReplica"],"properties":{"name":{"example":"memory","type":"string","maxLength":317},"perReplica":{"type":["integer","string"],"example":"64Gi","maxLength":64}},"additionalProperties":false};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.perReplica === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "perReplica"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "name") || (key0 === "perReplica"))){
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
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func3(data0) > 317){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 317}};
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
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.perReplica !== undefined){
let data1 = data.perReplica;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (typeof data1 !== "string")){
const err5 = {instancePath:instancePath+"/perReplica",schemaPath:"#/properties/perReplica/type",keyword:"type",params:{type: schema9.properties.perReplica.type}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data1 === "string"){
if(func3(data1) > 64){
const err6 = {instancePath:instancePath+"/perReplica",schemaPath:"#/properties/perReplica/maxLength",keyword:"maxLength",params:{limit: 64}};
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
validate24.errors = vErrors;
return errors === 0;
}


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 8){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 8}};
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
if(!(validate24(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
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
validate23.errors = vErrors;
return errors === 0;
}


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((((key0 === "coresPerReplica") || (key0 === "nodesPerReplica")) || (key0 === "podsPerReplica")) || (key0 === "namespacesPerReplica")) || (key0 === "resourcesPerReplica")) || (key0 === "minReplicas")) || (key0 === "maxReplicas")) || (key0 === "preventSinglePointFailure"))){
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
if(data.coresPerReplica !== undefined){
let data0 = data.coresPerReplica;
if(!((typeof data0 == "number") && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/coresPerReplica",schemaPath:"#/properties/coresPerReplica/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.nodesPerReplica !== undefined){
let data1 = data.nodesPerReplica;
if(!((typeof data1 == "number") && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/nodesPerReplica",schemaPath:"#/properties/nodesPerReplica/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.podsPerReplica !== undefined){
let data2 = data.podsPerReplica;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err3 = {instancePath:instancePath+"/podsPerReplica",schemaPath:"#/properties/podsPerReplica/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 2147483647 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/podsPerReplica",schemaPath:"#/properties/podsPerReplica/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/podsPerReplica",schemaPath:"#/properties/podsPerReplica/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data.namespacesPerReplica !== undefined){
let data3 = data.namespacesPerReplica;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err6 = {instancePath:instancePath+"/namespacesPerReplica",schemaPath:"#/properties/namespacesPerReplica/type",keyword:"type",params:{type: "integer"}};
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
const err7 = {instancePath:instancePath+"/namespacesPerReplica",schemaPath:"#/properties/namespacesPerReplica/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/namespacesPerReplica",schemaPath:"#/properties/namespacesPerReplica/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data.resourcesPerReplica !== undefined){
if(!(validate23(data.resourcesPerReplica, {instancePath:instancePath+"/resourcesPerReplica",parentData:data,parentDataProperty:"resourcesPerReplica",rootData}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
}
if(data.minReplicas !== undefined){
let data5 = data.minReplicas;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err9 = {instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 2147483647 || isNaN(data5)){
const err10 = {instancePath:instancePath+"/minReplicas",schemaPath:"#/properties/minReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
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
if(data.maxReplicas !== undefined){
let data6 = data.maxReplicas;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err11 = {instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 2147483647 || isNaN(data6)){
const err12 = {instancePath:instancePath+"/maxReplicas",schemaPath:"#/properties/maxReplicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
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
if(data.preventSinglePointFailure !== undefined){
if(typeof data.preventSinglePointFailure !== "boolean"){
const err13 = {instancePath:instancePath+"/preventSinglePointFailure",schemaPath:"#/properties/preventSinglePointFailure/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const schema10 = {"type":"object","properties":{"coresToReplicas":{"$ref":"#/$defs/part4"},"nodesToReplicas":{"$ref":"#/$defs/part6"},"podsToReplicas":{"$ref":"#/$defs/part8"},"namespacesToReplicas":{"$ref":"#/$defs/part10"},"resourcesToReplicas":{"$ref":"#/$defs/part12"}},"additionalProperties":false};
const schema11 = {"type":"array","maxItems":256,"items":{"$ref":"#/$defs/part5"}};
const schema12 = {"type":"object","required":["cores","replicas"],"properties":{"cores":{"example":16,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cores === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cores"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.replicas === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "cores") || (key0 === "replicas"))){
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
if(data.cores !== undefined){
let data0 = data.cores;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/cores",schemaPath:"#/properties/cores/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/cores",schemaPath:"#/properties/cores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/cores",schemaPath:"#/properties/cores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.replicas !== undefined){
let data1 = data.replicas;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/type",keyword:"type",params:{type: "integer"}};
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
const err7 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}


function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 256){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 256}};
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
if(!(validate30(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
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
validate29.errors = vErrors;
return errors === 0;
}

const schema13 = {"type":"array","maxItems":256,"items":{"$ref":"#/$defs/part7"}};
const schema14 = {"type":"object","required":["nodes","replicas"],"properties":{"nodes":{"example":16,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.nodes === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "nodes"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.replicas === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "nodes") || (key0 === "replicas"))){
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
if(data.nodes !== undefined){
let data0 = data.nodes;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/nodes",schemaPath:"#/properties/nodes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/nodes",schemaPath:"#/properties/nodes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/nodes",schemaPath:"#/properties/nodes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.replicas !== undefined){
let data1 = data.replicas;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/type",keyword:"type",params:{type: "integer"}};
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
const err7 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}


function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 256){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 256}};
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
if(!(validate34(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
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
validate33.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":"array","maxItems":256,"items":{"$ref":"#/$defs/part9"}};
const schema16 = {"type":"object","required":["pods","replicas"],"properties":{"pods":{"example":500,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pods === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pods"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.replicas === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "pods") || (key0 === "replicas"))){
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
if(data.pods !== undefined){
let data0 = data.pods;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/pods",schemaPath:"#/properties/pods/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/pods",schemaPath:"#/properties/pods/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/pods",schemaPath:"#/properties/pods/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.replicas !== undefined){
let data1 = data.replicas;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/type",keyword:"type",params:{type: "integer"}};
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
const err7 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate38.errors = vErrors;
return errors === 0;
}


function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 256){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 256}};
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
if(!(validate38(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
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
validate37.errors = vErrors;
return errors === 0;
}

const schema17 = {"type":"array","maxItems":256,"items":{"$ref":"#/$defs/part11"}};
const schema18 = {"type":"object","required":["namespaces","replicas"],"properties":{"namespaces":{"example":500,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.namespaces === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "namespaces"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.replicas === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "namespaces") || (key0 === "replicas"))){
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
if(data.namespaces !== undefined){
let data0 = data.namespaces;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/namespaces",schemaPath:"#/properties/namespaces/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/namespaces",schemaPath:"#/properties/namespaces/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/namespaces",schemaPath:"#/properties/namespaces/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.replicas !== undefined){
let data1 = data.replicas;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/type",keyword:"type",params:{type: "integer"}};
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
const err7 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}


function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 256){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 256}};
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
if(!(validate42(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
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
validate41.errors = vErrors;
return errors === 0;
}

const schema19 = {"type":"array","maxItems":8,"items":{"$ref":"#/$defs/part13"}};
const schema20 = {"type":"object","required":["name","steps"],"properties":{"name":{"example":"memory","type":"string","maxLength":317},"steps":{"$ref":"#/$defs/part14"}},"additionalProperties":false};
const schema21 = {"example":[{"quantity":"64Gi","replicas":2}],"type":"array","minItems":1,"maxItems":64,"items":{"$ref":"#/$defs/part15"}};
const schema22 = {"type":"object","required":["quantity","replicas"],"properties":{"quantity":{"type":["integer","string"],"example":"64Gi","maxLength":64},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.quantity === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "quantity"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.replicas === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "quantity") || (key0 === "replicas"))){
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
if(data.quantity !== undefined){
let data0 = data.quantity;
if((!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))) && (typeof data0 !== "string")){
const err3 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/type",keyword:"type",params:{type: schema22.properties.quantity.type}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data0 === "string"){
if(func3(data0) > 64){
const err4 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/maxLength",keyword:"maxLength",params:{limit: 64}};
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
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate48.errors = vErrors;
return errors === 0;
}


function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 64){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 64}};
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
if(!(validate48(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
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
validate47.errors = vErrors;
return errors === 0;
}


function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.steps === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "steps"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "name") || (key0 === "steps"))){
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
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func3(data0) > 317){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 317}};
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
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.steps !== undefined){
if(!(validate47(data.steps, {instancePath:instancePath+"/steps",parentData:data,parentDataProperty:"steps",rootData}))){
vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
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
validate46.errors = vErrors;
return errors === 0;
}


function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 8){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 8}};
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
if(!(validate46(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
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
validate45.errors = vErrors;
return errors === 0;
}


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "coresToReplicas") || (key0 === "nodesToReplicas")) || (key0 === "podsToReplicas")) || (key0 === "namespacesToReplicas")) || (key0 === "resourcesToReplicas"))){
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
if(data.coresToReplicas !== undefined){
if(!(validate29(data.coresToReplicas, {instancePath:instancePath+"/coresToReplicas",parentData:data,parentDataProperty:"coresToReplicas",rootData}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.nodesToReplicas !== undefined){
if(!(validate33(data.nodesToReplicas, {instancePath:instancePath+"/nodesToReplicas",parentData:data,parentDataProperty:"nodesToReplicas",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.podsToReplicas !== undefined){
if(!(validate37(data.podsToReplicas, {instancePath:instancePath+"/podsToReplicas",parentData:data,parentDataProperty:"podsToReplicas",rootData}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
}
if(data.namespacesToReplicas !== undefined){
if(!(validate41(data.namespacesToReplicas, {instancePath:instancePath+"/namespacesToReplicas",parentData:data,parentDataProperty:"namespacesToReplicas",rootData}))){
vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors);
errors = vErrors.length;
}
}
if(data.resourcesToReplicas !== undefined){
if(!(validate45(data.resourcesToReplicas, {instancePath:instancePath+"/resourcesToReplicas",parentData:data,parentDataProperty:"resourcesToReplicas",rootData}))){
vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
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
validate28.errors = vErrors;
return errors === 0;
}

const schema23 = {"type":"object","properties":{"stabilizationWindowSeconds":{"type":"integer","minimum":0,"maximum":3600},"selectPolicy":{"type":"string","enum":["Max","Min","Disabled"]},"policies":{"$ref":"#/$defs/part17"}},"additionalProperties":false};
const schema24 = {"type":"array","minItems":1,"maxItems":16,"items":{"$ref":"#/$defs/part18"}};
const schema25 = {"type":"object","required":["type","value","periodSeconds"],"properties":{"type":{"example":"Percent","type":"string","enum":["Pods","Percent"]},"value":{"example":100,"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"example":60,"type":"integer","minimum":1,"maximum":1800}},"additionalProperties":false};

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema25.properties.type.enum}};
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
validate58.errors = vErrors;
return errors === 0;
}


function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(validate58(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
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
validate57.errors = vErrors;
return errors === 0;
}


function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "stabilizationWindowSeconds") || (key0 === "selectPolicy")) || (key0 === "policies"))){
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
const err5 = {instancePath:instancePath+"/selectPolicy",schemaPath:"#/properties/selectPolicy/enum",keyword:"enum",params:{allowedValues: schema23.properties.selectPolicy.enum}};
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
if(!(validate57(data.policies, {instancePath:instancePath+"/policies",parentData:data,parentDataProperty:"policies",rootData}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
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
validate56.errors = vErrors;
return errors === 0;
}

const schema26 = {"type":"array","maxItems":16,"items":{"$ref":"#/$defs/part20"}};
const schema27 = {"type":"object","required":["type","status","lastTransitionTime","reason","message"],"properties":{"type":{"type":"string","maxLength":316,"pattern":"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"},"status":{"type":"string","enum":["True","False","Unknown"]},"observedGeneration":{"type":"integer","minimum":0},"lastTransitionTime":{"type":"string"},"reason":{"type":"string","minLength":1,"maxLength":1024,"pattern":"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},"message":{"type":"string","maxLength":32768}}};
const pattern0 = new RegExp("^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$", "u");
const pattern1 = new RegExp("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$", "u");

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(data.status === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.lastTransitionTime === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "lastTransitionTime"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.reason === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.message === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 === "string"){
if(func3(data0) > 316){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/maxLength",keyword:"maxLength",params:{limit: 316}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern0.test(data0)){
const err6 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/pattern",keyword:"pattern",params:{pattern: "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"}};
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
const err7 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(typeof data1 !== "string"){
const err8 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(((data1 === "True") || (data1 === "False")) || (data1 === "Unknown"))){
const err9 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema27.properties.status.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.observedGeneration !== undefined){
let data2 = data.observedGeneration;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err10 = {instancePath:instancePath+"/observedGeneration",schemaPath:"#/properties/observedGeneration/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/observedGeneration",schemaPath:"#/properties/observedGeneration/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.lastTransitionTime !== undefined){
if(typeof data.lastTransitionTime !== "string"){
const err12 = {instancePath:instancePath+"/lastTransitionTime",schemaPath:"#/properties/lastTransitionTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.reason !== undefined){
let data4 = data.reason;
if(typeof data4 === "string"){
if(func3(data4) > 1024){
const err13 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 1024}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(func3(data4) < 1){
const err14 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern1.test(data4)){
const err15 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.message !== undefined){
let data5 = data.message;
if(typeof data5 === "string"){
if(func3(data5) > 32768){
const err17 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/maxLength",keyword:"maxLength",params:{limit: 32768}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
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
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate64.errors = vErrors;
return errors === 0;
}


function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(validate64(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
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
validate63.errors = vErrors;
return errors === 0;
}


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
if("ClusterProportionalAutoscaler" !== data.kind){
const err6 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/const",keyword:"const",params:{allowedValue: "ClusterProportionalAutoscaler"}};
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
if(data12.scaleTargetRefs === undefined){
const err21 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/required",keyword:"required",params:{missingProperty: "scaleTargetRefs"}};
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
if(data12.scaleTargetRefs !== undefined){
let data13 = data12.scaleTargetRefs;
if(Array.isArray(data13)){
if(data13.length > 16){
const err23 = {instancePath:instancePath+"/spec/scaleTargetRefs",schemaPath:"#/properties/spec/properties/scaleTargetRefs/maxItems",keyword:"maxItems",params:{limit: 16}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data13.length < 1){
const err24 = {instancePath:instancePath+"/spec/scaleTargetRefs",schemaPath:"#/properties/spec/properties/scaleTargetRefs/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
let data14 = data13[i1];
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.apiVersion === undefined){
const err25 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1,schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/required",keyword:"required",params:{missingProperty: "apiVersion"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data14.kind === undefined){
const err26 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1,schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data14.name === undefined){
const err27 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1,schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key5 in data14){
if(!(((key5 === "apiVersion") || (key5 === "kind")) || (key5 === "name"))){
const err28 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1,schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data14.apiVersion !== undefined){
let data15 = data14.apiVersion;
if(typeof data15 === "string"){
if(func3(data15) > 317){
const err29 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1+"/apiVersion",schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/properties/apiVersion/maxLength",keyword:"maxLength",params:{limit: 317}};
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
const err30 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1+"/apiVersion",schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/properties/apiVersion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data14.kind !== undefined){
let data16 = data14.kind;
if(typeof data16 === "string"){
if(func3(data16) > 63){
const err31 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1+"/kind",schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/properties/kind/maxLength",keyword:"maxLength",params:{limit: 63}};
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
const err32 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1+"/kind",schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data14.name !== undefined){
let data17 = data14.name;
if(typeof data17 === "string"){
if(func3(data17) > 253){
const err33 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1+"/name",schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 253}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1+"/name",schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/spec/scaleTargetRefs/" + i1,schemaPath:"#/properties/spec/properties/scaleTargetRefs/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/spec/scaleTargetRefs",schemaPath:"#/properties/spec/properties/scaleTargetRefs/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data12.mode !== undefined){
let data18 = data12.mode;
if(typeof data18 !== "string"){
const err37 = {instancePath:instancePath+"/spec/mode",schemaPath:"#/properties/spec/properties/mode/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(!(((data18 === "Active") || (data18 === "DryRun")) || (data18 === "Paused"))){
const err38 = {instancePath:instancePath+"/spec/mode",schemaPath:"#/properties/spec/properties/mode/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.mode.enum}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data12.linear !== undefined){
if(!(validate22(data12.linear, {instancePath:instancePath+"/spec/linear",parentData:data12,parentDataProperty:"linear",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data12.ladder !== undefined){
if(!(validate28(data12.ladder, {instancePath:instancePath+"/spec/ladder",parentData:data12,parentDataProperty:"ladder",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
if(data12.configMapRef !== undefined){
let data21 = data12.configMapRef;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.name === undefined){
const err39 = {instancePath:instancePath+"/spec/configMapRef",schemaPath:"#/properties/spec/properties/configMapRef/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
for(const key6 in data21){
if(!((key6 === "name") || (key6 === "default"))){
const err40 = {instancePath:instancePath+"/spec/configMapRef",schemaPath:"#/properties/spec/properties/configMapRef/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data21.name !== undefined){
let data22 = data21.name;
if(typeof data22 === "string"){
if(func3(data22) > 253){
const err41 = {instancePath:instancePath+"/spec/configMapRef/name",schemaPath:"#/properties/spec/properties/configMapRef/properties/name/maxLength",keyword:"maxLength",params:{limit: 253}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/spec/configMapRef/name",schemaPath:"#/properties/spec/properties/configMapRef/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data21.default !== undefined){
let data23 = data21.default;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key7 in data23){
if(!((key7 === "linear") || (key7 === "ladder"))){
const err43 = {instancePath:instancePath+"/spec/configMapRef/default",schemaPath:"#/properties/spec/properties/configMapRef/properties/default/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data23.linear !== undefined){
if(!(validate22(data23.linear, {instancePath:instancePath+"/spec/configMapRef/default/linear",parentData:data23,parentDataProperty:"linear",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data23.ladder !== undefined){
if(!(validate28(data23.ladder, {instancePath:instancePath+"/spec/configMapRef/default/ladder",parentData:data23,parentDataProperty:"ladder",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err44 = {instancePath:instancePath+"/spec/configMapRef/default",schemaPath:"#/properties/spec/properties/configMapRef/properties/default/type",keyword:"type",params:{type: "object"}};
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
else {
const err45 = {instancePath:instancePath+"/spec/configMapRef",schemaPath:"#/properties/spec/properties/configMapRef/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data12.nodes !== undefined){
let data26 = data12.nodes;
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
for(const key8 in data26){
if(!(((key8 === "selector") || (key8 === "unschedulable")) || (key8 === "excludeTaints"))){
const err46 = {instancePath:instancePath+"/spec/nodes",schemaPath:"#/properties/spec/properties/nodes/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data26.selector !== undefined){
let data27 = data26.selector;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
for(const key9 in data27){
if(!((key9 === "matchLabels") || (key9 === "matchExpressions"))){
const err47 = {instancePath:instancePath+"/spec/nodes/selector",schemaPath:"#/properties/spec/properties/nodes/properties/selector/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data27.matchLabels !== undefined){
let data28 = data27.matchLabels;
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if(Object.keys(data28).length > 32){
const err48 = {instancePath:instancePath+"/spec/nodes/selector/matchLabels",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchLabels/maxProperties",keyword:"maxProperties",params:{limit: 32}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
for(const key10 in data28){
let data29 = data28[key10];
if(typeof data29 === "string"){
if(func3(data29) > 63){
const err49 = {instancePath:instancePath+"/spec/nodes/selector/matchLabels/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchLabels/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/spec/nodes/selector/matchLabels/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchLabels/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/spec/nodes/selector/matchLabels",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchLabels/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data27.matchExpressions !== undefined){
let data30 = data27.matchExpressions;
if(Array.isArray(data30)){
if(data30.length > 32){
const err52 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/maxItems",keyword:"maxItems",params:{limit: 32}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
const len2 = data30.length;
for(let i2=0; i2<len2; i2++){
let data31 = data30[i2];
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(data31.key === undefined){
const err53 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2,schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/required",keyword:"required",params:{missingProperty: "key"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data31.operator === undefined){
const err54 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2,schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/required",keyword:"required",params:{missingProperty: "operator"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
for(const key11 in data31){
if(!(((key11 === "key") || (key11 === "operator")) || (key11 === "values"))){
const err55 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2,schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data31.key !== undefined){
let data32 = data31.key;
if(typeof data32 === "string"){
if(func3(data32) > 317){
const err56 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2+"/key",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/properties/key/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2+"/key",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/properties/key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data31.operator !== undefined){
let data33 = data31.operator;
if(typeof data33 !== "string"){
const err58 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2+"/operator",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/properties/operator/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(!((((data33 === "In") || (data33 === "NotIn")) || (data33 === "Exists")) || (data33 === "DoesNotExist"))){
const err59 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2+"/operator",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/properties/operator/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.nodes.properties.selector.properties.matchExpressions.items.properties.operator.enum}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data31.values !== undefined){
let data34 = data31.values;
if(Array.isArray(data34)){
if(data34.length > 64){
const err60 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2+"/values",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/properties/values/maxItems",keyword:"maxItems",params:{limit: 64}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
const len3 = data34.length;
for(let i3=0; i3<len3; i3++){
let data35 = data34[i3];
if(typeof data35 === "string"){
if(func3(data35) > 63){
const err61 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2+"/values/" + i3,schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/properties/values/items/maxLength",keyword:"maxLength",params:{limit: 63}};
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
const err62 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2+"/values/" + i3,schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/properties/values/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2+"/values",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/properties/values/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions/" + i2,schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/spec/nodes/selector/matchExpressions",schemaPath:"#/properties/spec/properties/nodes/properties/selector/properties/matchExpressions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/spec/nodes/selector",schemaPath:"#/properties/spec/properties/nodes/properties/selector/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data26.unschedulable !== undefined){
let data36 = data26.unschedulable;
if(typeof data36 !== "string"){
const err67 = {instancePath:instancePath+"/spec/nodes/unschedulable",schemaPath:"#/properties/spec/properties/nodes/properties/unschedulable/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(!((data36 === "Ignore") || (data36 === "Count"))){
const err68 = {instancePath:instancePath+"/spec/nodes/unschedulable",schemaPath:"#/properties/spec/properties/nodes/properties/unschedulable/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.nodes.properties.unschedulable.enum}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data26.excludeTaints !== undefined){
let data37 = data26.excludeTaints;
if(Array.isArray(data37)){
if(data37.length > 16){
const err69 = {instancePath:instancePath+"/spec/nodes/excludeTaints",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/maxItems",keyword:"maxItems",params:{limit: 16}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
const len4 = data37.length;
for(let i4=0; i4<len4; i4++){
let data38 = data37[i4];
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.key === undefined){
const err70 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4,schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/required",keyword:"required",params:{missingProperty: "key"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
for(const key12 in data38){
if(!((((key12 === "key") || (key12 === "operator")) || (key12 === "value")) || (key12 === "effect"))){
const err71 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4,schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data38.key !== undefined){
let data39 = data38.key;
if(typeof data39 === "string"){
if(func3(data39) > 317){
const err72 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4+"/key",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/properties/key/maxLength",keyword:"maxLength",params:{limit: 317}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4+"/key",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/properties/key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data38.operator !== undefined){
let data40 = data38.operator;
if(typeof data40 !== "string"){
const err74 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4+"/operator",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/properties/operator/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(!((data40 === "Equal") || (data40 === "Exists"))){
const err75 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4+"/operator",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/properties/operator/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.nodes.properties.excludeTaints.items.properties.operator.enum}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data38.value !== undefined){
let data41 = data38.value;
if(typeof data41 === "string"){
if(func3(data41) > 63){
const err76 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4+"/value",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/properties/value/maxLength",keyword:"maxLength",params:{limit: 63}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
else {
const err77 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4+"/value",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/properties/value/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data38.effect !== undefined){
let data42 = data38.effect;
if(typeof data42 !== "string"){
const err78 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4+"/effect",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/properties/effect/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(!(((data42 === "NoSchedule") || (data42 === "PreferNoSchedule")) || (data42 === "NoExecute"))){
const err79 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4+"/effect",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/properties/effect/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.nodes.properties.excludeTaints.items.properties.effect.enum}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
else {
const err80 = {instancePath:instancePath+"/spec/nodes/excludeTaints/" + i4,schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/items/type",keyword:"type",params:{type: "object"}};
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
const err81 = {instancePath:instancePath+"/spec/nodes/excludeTaints",schemaPath:"#/properties/spec/properties/nodes/properties/excludeTaints/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
}
else {
const err82 = {instancePath:instancePath+"/spec/nodes",schemaPath:"#/properties/spec/properties/nodes/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data12.behavior !== undefined){
let data43 = data12.behavior;
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
for(const key13 in data43){
if(!((key13 === "scaleUp") || (key13 === "scaleDown"))){
const err83 = {instancePath:instancePath+"/spec/behavior",schemaPath:"#/properties/spec/properties/behavior/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data43.scaleUp !== undefined){
if(!(validate56(data43.scaleUp, {instancePath:instancePath+"/spec/behavior/scaleUp",parentData:data43,parentDataProperty:"scaleUp",rootData}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
}
if(data43.scaleDown !== undefined){
if(!(validate56(data43.scaleDown, {instancePath:instancePath+"/spec/behavior/scaleDown",parentData:data43,parentDataProperty:"scaleDown",rootData}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
}
}
else {
const err84 = {instancePath:instancePath+"/spec/behavior",schemaPath:"#/properties/spec/properties/behavior/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data12.algorithm !== undefined){
let data46 = data12.algorithm;
if(typeof data46 !== "string"){
const err85 = {instancePath:instancePath+"/spec/algorithm",schemaPath:"#/properties/spec/properties/algorithm/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if(!((data46 === "Trimtab-1") || (data46 === "CPA-1.10"))){
const err86 = {instancePath:instancePath+"/spec/algorithm",schemaPath:"#/properties/spec/properties/algorithm/enum",keyword:"enum",params:{allowedValues: schema6.properties.spec.properties.algorithm.enum}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data12.compatibility !== undefined){
const _errs102 = errors;
const _errs103 = errors;
const _errs104 = errors;
const _errs105 = errors;
if(!(data12.compatibility === "None")){
const err87 = {};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
var valid25 = _errs105 === errors;
if(valid25){
const err88 = {};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
else {
errors = _errs104;
if(vErrors !== null){
if(_errs104){
vErrors.length = _errs104;
}
else {
vErrors = null;
}
}
}
var valid24 = _errs103 === errors;
if(valid24){
const err89 = {instancePath:instancePath+"/spec/compatibility",schemaPath:"#/properties/spec/properties/compatibility/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
else {
errors = _errs102;
if(vErrors !== null){
if(_errs102){
vErrors.length = _errs102;
}
else {
vErrors = null;
}
}
}
}
if(data12.nodeSelector !== undefined){
const err90 = {instancePath:instancePath+"/spec/nodeSelector",schemaPath:"#/properties/spec/properties/nodeSelector/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(data12.includeUnschedulableNodes !== undefined){
const _errs109 = errors;
const _errs110 = errors;
const _errs111 = errors;
const _errs112 = errors;
if(!(data12.includeUnschedulableNodes === false)){
const err91 = {};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
var valid27 = _errs112 === errors;
if(valid27){
const err92 = {};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
else {
errors = _errs111;
if(vErrors !== null){
if(_errs111){
vErrors.length = _errs111;
}
else {
vErrors = null;
}
}
}
var valid26 = _errs110 === errors;
if(valid26){
const err93 = {instancePath:instancePath+"/spec/includeUnschedulableNodes",schemaPath:"#/properties/spec/properties/includeUnschedulableNodes/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
else {
errors = _errs109;
if(vErrors !== null){
if(_errs109){
vErrors.length = _errs109;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err94 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
if(data.status !== undefined){
let data50 = data.status;
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
if(data50.observedGeneration !== undefined){
let data51 = data50.observedGeneration;
if(!(((typeof data51 == "number") && (!(data51 % 1) && !isNaN(data51))) && (isFinite(data51)))){
const err95 = {instancePath:instancePath+"/status/observedGeneration",schemaPath:"#/properties/status/properties/observedGeneration/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data50.summary !== undefined){
if(typeof data50.summary !== "string"){
const err96 = {instancePath:instancePath+"/status/summary",schemaPath:"#/properties/status/properties/summary/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
if(data50.message !== undefined){
if(typeof data50.message !== "string"){
const err97 = {instancePath:instancePath+"/status/message",schemaPath:"#/properties/status/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data50.targetSummary !== undefined){
if(typeof data50.targetSummary !== "string"){
const err98 = {instancePath:instancePath+"/status/targetSummary",schemaPath:"#/properties/status/properties/targetSummary/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data50.nodes !== undefined){
let data55 = data50.nodes;
if(!(((typeof data55 == "number") && (!(data55 % 1) && !isNaN(data55))) && (isFinite(data55)))){
const err99 = {instancePath:instancePath+"/status/nodes",schemaPath:"#/properties/status/properties/nodes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data50.schedulableNodes !== undefined){
let data56 = data50.schedulableNodes;
if(!(((typeof data56 == "number") && (!(data56 % 1) && !isNaN(data56))) && (isFinite(data56)))){
const err100 = {instancePath:instancePath+"/status/schedulableNodes",schemaPath:"#/properties/status/properties/schedulableNodes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data50.cores !== undefined){
let data57 = data50.cores;
if(!(((typeof data57 == "number") && (!(data57 % 1) && !isNaN(data57))) && (isFinite(data57)))){
const err101 = {instancePath:instancePath+"/status/cores",schemaPath:"#/properties/status/properties/cores/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
if(data50.schedulableCores !== undefined){
let data58 = data50.schedulableCores;
if(!(((typeof data58 == "number") && (!(data58 % 1) && !isNaN(data58))) && (isFinite(data58)))){
const err102 = {instancePath:instancePath+"/status/schedulableCores",schemaPath:"#/properties/status/properties/schedulableCores/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data50.pods !== undefined){
let data59 = data50.pods;
if(!(((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59))) && (isFinite(data59)))){
const err103 = {instancePath:instancePath+"/status/pods",schemaPath:"#/properties/status/properties/pods/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
if(data50.namespaces !== undefined){
let data60 = data50.namespaces;
if(!(((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60))) && (isFinite(data60)))){
const err104 = {instancePath:instancePath+"/status/namespaces",schemaPath:"#/properties/status/properties/namespaces/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data50.resources !== undefined){
let data61 = data50.resources;
if(Array.isArray(data61)){
if(data61.length > 8){
const err105 = {instancePath:instancePath+"/status/resources",schemaPath:"#/properties/status/properties/resources/maxItems",keyword:"maxItems",params:{limit: 8}};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
const len5 = data61.length;
for(let i5=0; i5<len5; i5++){
let data62 = data61[i5];
if(data62 && typeof data62 == "object" && !Array.isArray(data62)){
if(data62.name === undefined){
const err106 = {instancePath:instancePath+"/status/resources/" + i5,schemaPath:"#/properties/status/properties/resources/items/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
if(data62.total === undefined){
const err107 = {instancePath:instancePath+"/status/resources/" + i5,schemaPath:"#/properties/status/properties/resources/items/required",keyword:"required",params:{missingProperty: "total"}};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(data62.schedulable === undefined){
const err108 = {instancePath:instancePath+"/status/resources/" + i5,schemaPath:"#/properties/status/properties/resources/items/required",keyword:"required",params:{missingProperty: "schedulable"}};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(data62.name !== undefined){
if(typeof data62.name !== "string"){
const err109 = {instancePath:instancePath+"/status/resources/" + i5+"/name",schemaPath:"#/properties/status/properties/resources/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
if(data62.total !== undefined){
if(typeof data62.total !== "string"){
const err110 = {instancePath:instancePath+"/status/resources/" + i5+"/total",schemaPath:"#/properties/status/properties/resources/items/properties/total/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
if(data62.schedulable !== undefined){
if(typeof data62.schedulable !== "string"){
const err111 = {instancePath:instancePath+"/status/resources/" + i5+"/schedulable",schemaPath:"#/properties/status/properties/resources/items/properties/schedulable/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
else {
const err112 = {instancePath:instancePath+"/status/resources/" + i5,schemaPath:"#/properties/status/properties/resources/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
}
else {
const err113 = {instancePath:instancePath+"/status/resources",schemaPath:"#/properties/status/properties/resources/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
if(data50.conditions !== undefined){
if(!(validate63(data50.conditions, {instancePath:instancePath+"/status/conditions",parentData:data50,parentDataProperty:"conditions",rootData}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data50.parameters !== undefined){
let data67 = data50.parameters;
if(data67 && typeof data67 == "object" && !Array.isArray(data67)){
if(data67.source === undefined){
const err114 = {instancePath:instancePath+"/status/parameters",schemaPath:"#/properties/status/properties/parameters/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if(data67.source !== undefined){
if(typeof data67.source !== "string"){
const err115 = {instancePath:instancePath+"/status/parameters/source",schemaPath:"#/properties/status/properties/parameters/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data67.configMapName !== undefined){
if(typeof data67.configMapName !== "string"){
const err116 = {instancePath:instancePath+"/status/parameters/configMapName",schemaPath:"#/properties/status/properties/parameters/properties/configMapName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data67.includeUnschedulableNodes !== undefined){
if(typeof data67.includeUnschedulableNodes !== "boolean"){
const err117 = {instancePath:instancePath+"/status/parameters/includeUnschedulableNodes",schemaPath:"#/properties/status/properties/parameters/properties/includeUnschedulableNodes/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
if(data67.linear !== undefined){
let data71 = data67.linear;
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
if(data71.coresPerReplica !== undefined){
let data72 = data71.coresPerReplica;
if(!((typeof data72 == "number") && (isFinite(data72)))){
const err118 = {instancePath:instancePath+"/status/parameters/linear/coresPerReplica",schemaPath:"#/properties/status/properties/parameters/properties/linear/properties/coresPerReplica/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data71.nodesPerReplica !== undefined){
let data73 = data71.nodesPerReplica;
if(!((typeof data73 == "number") && (isFinite(data73)))){
const err119 = {instancePath:instancePath+"/status/parameters/linear/nodesPerReplica",schemaPath:"#/properties/status/properties/parameters/properties/linear/properties/nodesPerReplica/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
if(data71.minReplicas !== undefined){
let data74 = data71.minReplicas;
if(!(((typeof data74 == "number") && (!(data74 % 1) && !isNaN(data74))) && (isFinite(data74)))){
const err120 = {instancePath:instancePath+"/status/parameters/linear/minReplicas",schemaPath:"#/properties/status/properties/parameters/properties/linear/properties/minReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
if(data71.maxReplicas !== undefined){
let data75 = data71.maxReplicas;
if(!(((typeof data75 == "number") && (!(data75 % 1) && !isNaN(data75))) && (isFinite(data75)))){
const err121 = {instancePath:instancePath+"/status/parameters/linear/maxReplicas",schemaPath:"#/properties/status/properties/parameters/properties/linear/properties/maxReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
if(data71.preventSinglePointFailure !== undefined){
if(typeof data71.preventSinglePointFailure !== "boolean"){
const err122 = {instancePath:instancePath+"/status/parameters/linear/preventSinglePointFailure",schemaPath:"#/properties/status/properties/parameters/properties/linear/properties/preventSinglePointFailure/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
}
else {
const err123 = {instancePath:instancePath+"/status/parameters/linear",schemaPath:"#/properties/status/properties/parameters/properties/linear/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data67.ladder !== undefined){
let data77 = data67.ladder;
if(data77 && typeof data77 == "object" && !Array.isArray(data77)){
if(data77.coresToReplicas !== undefined){
let data78 = data77.coresToReplicas;
if(Array.isArray(data78)){
if(data78.length > 4096){
const err124 = {instancePath:instancePath+"/status/parameters/ladder/coresToReplicas",schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/coresToReplicas/maxItems",keyword:"maxItems",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
const len6 = data78.length;
for(let i6=0; i6<len6; i6++){
let data79 = data78[i6];
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(data79.cores === undefined){
const err125 = {instancePath:instancePath+"/status/parameters/ladder/coresToReplicas/" + i6,schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/coresToReplicas/items/required",keyword:"required",params:{missingProperty: "cores"}};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if(data79.replicas === undefined){
const err126 = {instancePath:instancePath+"/status/parameters/ladder/coresToReplicas/" + i6,schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/coresToReplicas/items/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
if(data79.cores !== undefined){
let data80 = data79.cores;
if(!(((typeof data80 == "number") && (!(data80 % 1) && !isNaN(data80))) && (isFinite(data80)))){
const err127 = {instancePath:instancePath+"/status/parameters/ladder/coresToReplicas/" + i6+"/cores",schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/coresToReplicas/items/properties/cores/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
if(data79.replicas !== undefined){
let data81 = data79.replicas;
if(!(((typeof data81 == "number") && (!(data81 % 1) && !isNaN(data81))) && (isFinite(data81)))){
const err128 = {instancePath:instancePath+"/status/parameters/ladder/coresToReplicas/" + i6+"/replicas",schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/coresToReplicas/items/properties/replicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
}
else {
const err129 = {instancePath:instancePath+"/status/parameters/ladder/coresToReplicas/" + i6,schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/coresToReplicas/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
}
else {
const err130 = {instancePath:instancePath+"/status/parameters/ladder/coresToReplicas",schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/coresToReplicas/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
if(data77.nodesToReplicas !== undefined){
let data82 = data77.nodesToReplicas;
if(Array.isArray(data82)){
if(data82.length > 4096){
const err131 = {instancePath:instancePath+"/status/parameters/ladder/nodesToReplicas",schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/nodesToReplicas/maxItems",keyword:"maxItems",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
const len7 = data82.length;
for(let i7=0; i7<len7; i7++){
let data83 = data82[i7];
if(data83 && typeof data83 == "object" && !Array.isArray(data83)){
if(data83.nodes === undefined){
const err132 = {instancePath:instancePath+"/status/parameters/ladder/nodesToReplicas/" + i7,schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/nodesToReplicas/items/required",keyword:"required",params:{missingProperty: "nodes"}};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
if(data83.replicas === undefined){
const err133 = {instancePath:instancePath+"/status/parameters/ladder/nodesToReplicas/" + i7,schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/nodesToReplicas/items/required",keyword:"required",params:{missingProperty: "replicas"}};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
if(data83.nodes !== undefined){
let data84 = data83.nodes;
if(!(((typeof data84 == "number") && (!(data84 % 1) && !isNaN(data84))) && (isFinite(data84)))){
const err134 = {instancePath:instancePath+"/status/parameters/ladder/nodesToReplicas/" + i7+"/nodes",schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/nodesToReplicas/items/properties/nodes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
if(data83.replicas !== undefined){
let data85 = data83.replicas;
if(!(((typeof data85 == "number") && (!(data85 % 1) && !isNaN(data85))) && (isFinite(data85)))){
const err135 = {instancePath:instancePath+"/status/parameters/ladder/nodesToReplicas/" + i7+"/replicas",schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/nodesToReplicas/items/properties/replicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
}
else {
const err136 = {instancePath:instancePath+"/status/parameters/ladder/nodesToReplicas/" + i7,schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/nodesToReplicas/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
}
else {
const err137 = {instancePath:instancePath+"/status/parameters/ladder/nodesToReplicas",schemaPath:"#/properties/status/properties/parameters/properties/ladder/properties/nodesToReplicas/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
}
else {
const err138 = {instancePath:instancePath+"/status/parameters/ladder",schemaPath:"#/properties/status/properties/parameters/properties/ladder/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
}
else {
const err139 = {instancePath:instancePath+"/status/parameters",schemaPath:"#/properties/status/properties/parameters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
if(data50.targets !== undefined){
let data86 = data50.targets;
if(Array.isArray(data86)){
if(data86.length > 16){
const err140 = {instancePath:instancePath+"/status/targets",schemaPath:"#/properties/status/properties/targets/maxItems",keyword:"maxItems",params:{limit: 16}};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
const len8 = data86.length;
for(let i8=0; i8<len8; i8++){
let data87 = data86[i8];
if(data87 && typeof data87 == "object" && !Array.isArray(data87)){
if(data87.ref === undefined){
const err141 = {instancePath:instancePath+"/status/targets/" + i8,schemaPath:"#/properties/status/properties/targets/items/required",keyword:"required",params:{missingProperty: "ref"}};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
if(data87.ref !== undefined){
let data88 = data87.ref;
if(data88 && typeof data88 == "object" && !Array.isArray(data88)){
if(data88.apiVersion === undefined){
const err142 = {instancePath:instancePath+"/status/targets/" + i8+"/ref",schemaPath:"#/properties/status/properties/targets/items/properties/ref/required",keyword:"required",params:{missingProperty: "apiVersion"}};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
if(data88.kind === undefined){
const err143 = {instancePath:instancePath+"/status/targets/" + i8+"/ref",schemaPath:"#/properties/status/properties/targets/items/properties/ref/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
if(data88.name === undefined){
const err144 = {instancePath:instancePath+"/status/targets/" + i8+"/ref",schemaPath:"#/properties/status/properties/targets/items/properties/ref/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
if(data88.apiVersion !== undefined){
if(typeof data88.apiVersion !== "string"){
const err145 = {instancePath:instancePath+"/status/targets/" + i8+"/ref/apiVersion",schemaPath:"#/properties/status/properties/targets/items/properties/ref/properties/apiVersion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
if(data88.kind !== undefined){
if(typeof data88.kind !== "string"){
const err146 = {instancePath:instancePath+"/status/targets/" + i8+"/ref/kind",schemaPath:"#/properties/status/properties/targets/items/properties/ref/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
if(data88.name !== undefined){
if(typeof data88.name !== "string"){
const err147 = {instancePath:instancePath+"/status/targets/" + i8+"/ref/name",schemaPath:"#/properties/status/properties/targets/items/properties/ref/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
}
else {
const err148 = {instancePath:instancePath+"/status/targets/" + i8+"/ref",schemaPath:"#/properties/status/properties/targets/items/properties/ref/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
if(data87.currentReplicas !== undefined){
let data92 = data87.currentReplicas;
if(!(((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92))) && (isFinite(data92)))){
const err149 = {instancePath:instancePath+"/status/targets/" + i8+"/currentReplicas",schemaPath:"#/properties/status/properties/targets/items/properties/currentReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
if(data87.desiredReplicas !== undefined){
let data93 = data87.desiredReplicas;
if(!(((typeof data93 == "number") && (!(data93 % 1) && !isNaN(data93))) && (isFinite(data93)))){
const err150 = {instancePath:instancePath+"/status/targets/" + i8+"/desiredReplicas",schemaPath:"#/properties/status/properties/targets/items/properties/desiredReplicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
if(data87.lastScaleTime !== undefined){
if(typeof data87.lastScaleTime !== "string"){
const err151 = {instancePath:instancePath+"/status/targets/" + i8+"/lastScaleTime",schemaPath:"#/properties/status/properties/targets/items/properties/lastScaleTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
if(data87.conditions !== undefined){
if(!(validate63(data87.conditions, {instancePath:instancePath+"/status/targets/" + i8+"/conditions",parentData:data87,parentDataProperty:"conditions",rootData}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data87.decision !== undefined){
let data96 = data87.decision;
if(data96 && typeof data96 == "object" && !Array.isArray(data96)){
if(data96.time === undefined){
const err152 = {instancePath:instancePath+"/status/targets/" + i8+"/decision",schemaPath:"#/properties/status/properties/targets/items/properties/decision/required",keyword:"required",params:{missingProperty: "time"}};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
if(data96.from === undefined){
const err153 = {instancePath:instancePath+"/status/targets/" + i8+"/decision",schemaPath:"#/properties/status/properties/targets/items/properties/decision/required",keyword:"required",params:{missingProperty: "from"}};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
if(data96.to === undefined){
const err154 = {instancePath:instancePath+"/status/targets/" + i8+"/decision",schemaPath:"#/properties/status/properties/targets/items/properties/decision/required",keyword:"required",params:{missingProperty: "to"}};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
if(data96.votes === undefined){
const err155 = {instancePath:instancePath+"/status/targets/" + i8+"/decision",schemaPath:"#/properties/status/properties/targets/items/properties/decision/required",keyword:"required",params:{missingProperty: "votes"}};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
if(data96.steps === undefined){
const err156 = {instancePath:instancePath+"/status/targets/" + i8+"/decision",schemaPath:"#/properties/status/properties/targets/items/properties/decision/required",keyword:"required",params:{missingProperty: "steps"}};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if(data96.time !== undefined){
if(typeof data96.time !== "string"){
const err157 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/time",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/time/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
if(data96.from !== undefined){
let data98 = data96.from;
if(!(((typeof data98 == "number") && (!(data98 % 1) && !isNaN(data98))) && (isFinite(data98)))){
const err158 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/from",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/from/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
if(data96.to !== undefined){
let data99 = data96.to;
if(!(((typeof data99 == "number") && (!(data99 % 1) && !isNaN(data99))) && (isFinite(data99)))){
const err159 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/to",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/to/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
if(data96.votes !== undefined){
let data100 = data96.votes;
if(Array.isArray(data100)){
if(data100.length > 16){
const err160 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/maxItems",keyword:"maxItems",params:{limit: 16}};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
const len9 = data100.length;
for(let i9=0; i9<len9; i9++){
let data101 = data100[i9];
if(data101 && typeof data101 == "object" && !Array.isArray(data101)){
if(data101.source === undefined){
const err161 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes/" + i9,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/items/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
if(data101.message === undefined){
const err162 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes/" + i9,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
if(data101.source !== undefined){
if(typeof data101.source !== "string"){
const err163 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes/" + i9+"/source",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/items/properties/source/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
if(data101.type !== undefined){
if(typeof data101.type !== "string"){
const err164 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes/" + i9+"/type",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
if(data101.replicas !== undefined){
let data104 = data101.replicas;
if(!(((typeof data104 == "number") && (!(data104 % 1) && !isNaN(data104))) && (isFinite(data104)))){
const err165 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes/" + i9+"/replicas",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/items/properties/replicas/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
if(data101.reason !== undefined){
if(typeof data101.reason !== "string"){
const err166 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes/" + i9+"/reason",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/items/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
if(data101.message !== undefined){
if(typeof data101.message !== "string"){
const err167 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes/" + i9+"/message",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
}
else {
const err168 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes/" + i9,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
}
else {
const err169 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/votes",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/votes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
}
if(data96.steps !== undefined){
let data107 = data96.steps;
if(Array.isArray(data107)){
if(data107.length > 8){
const err170 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/maxItems",keyword:"maxItems",params:{limit: 8}};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
const len10 = data107.length;
for(let i10=0; i10<len10; i10++){
let data108 = data107[i10];
if(data108 && typeof data108 == "object" && !Array.isArray(data108)){
if(data108.step === undefined){
const err171 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "step"}};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
if(data108.before === undefined){
const err172 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "before"}};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
if(data108.after === undefined){
const err173 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "after"}};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
if(data108.reason === undefined){
const err174 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
if(data108.message === undefined){
const err175 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
if(data108.step !== undefined){
if(typeof data108.step !== "string"){
const err176 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10+"/step",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/properties/step/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
if(data108.before !== undefined){
let data110 = data108.before;
if(!(((typeof data110 == "number") && (!(data110 % 1) && !isNaN(data110))) && (isFinite(data110)))){
const err177 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10+"/before",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/properties/before/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
}
if(data108.after !== undefined){
let data111 = data108.after;
if(!(((typeof data111 == "number") && (!(data111 % 1) && !isNaN(data111))) && (isFinite(data111)))){
const err178 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10+"/after",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/properties/after/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
}
if(data108.atLeast !== undefined){
let data112 = data108.atLeast;
if(!(((typeof data112 == "number") && (!(data112 % 1) && !isNaN(data112))) && (isFinite(data112)))){
const err179 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10+"/atLeast",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/properties/atLeast/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
if(data108.atMost !== undefined){
let data113 = data108.atMost;
if(!(((typeof data113 == "number") && (!(data113 % 1) && !isNaN(data113))) && (isFinite(data113)))){
const err180 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10+"/atMost",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/properties/atMost/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
if(data108.until !== undefined){
if(typeof data108.until !== "string"){
const err181 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10+"/until",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/properties/until/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
}
if(data108.reason !== undefined){
if(typeof data108.reason !== "string"){
const err182 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10+"/reason",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
}
if(data108.message !== undefined){
if(typeof data108.message !== "string"){
const err183 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10+"/message",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/properties/message/type",keyword:"type",params:{type: "string"}};
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
const err184 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps/" + i10,schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
}
else {
const err185 = {instancePath:instancePath+"/status/targets/" + i8+"/decision/steps",schemaPath:"#/properties/status/properties/targets/items/properties/decision/properties/steps/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
}
}
else {
const err186 = {instancePath:instancePath+"/status/targets/" + i8+"/decision",schemaPath:"#/properties/status/properties/targets/items/properties/decision/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
}
if(data87.history !== undefined){
let data117 = data87.history;
if(data117 && typeof data117 == "object" && !Array.isArray(data117)){
if(data117.version !== undefined){
let data118 = data117.version;
if(!(((typeof data118 == "number") && (!(data118 % 1) && !isNaN(data118))) && (isFinite(data118)))){
const err187 = {instancePath:instancePath+"/status/targets/" + i8+"/history/version",schemaPath:"#/properties/status/properties/targets/items/properties/history/properties/version/type",keyword:"type",params:{type: "integer"}};
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
const err188 = {instancePath:instancePath+"/status/targets/" + i8+"/history",schemaPath:"#/properties/status/properties/targets/items/properties/history/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
if(data87.dryRunHistory !== undefined){
let data119 = data87.dryRunHistory;
if(data119 && typeof data119 == "object" && !Array.isArray(data119)){
if(data119.version !== undefined){
let data120 = data119.version;
if(!(((typeof data120 == "number") && (!(data120 % 1) && !isNaN(data120))) && (isFinite(data120)))){
const err189 = {instancePath:instancePath+"/status/targets/" + i8+"/dryRunHistory/version",schemaPath:"#/properties/status/properties/targets/items/properties/dryRunHistory/properties/version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
}
}
else {
const err190 = {instancePath:instancePath+"/status/targets/" + i8+"/dryRunHistory",schemaPath:"#/properties/status/properties/targets/items/properties/dryRunHistory/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
}
else {
const err191 = {instancePath:instancePath+"/status/targets/" + i8,schemaPath:"#/properties/status/properties/targets/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
}
else {
const err192 = {instancePath:instancePath+"/status/targets",schemaPath:"#/properties/status/properties/targets/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
}
}
else {
const err193 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
}
else {
const err194 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const schema = {"type":"object","required":["apiVersion","kind","metadata","spec"],"additionalProperties":false,"properties":{"apiVersion":{"const":"autoscaling.trimtab.dev/v1alpha1"},"kind":{"const":"ClusterProportionalAutoscaler"},"metadata":{"type":"object","additionalProperties":false,"properties":{"name":{"type":"string","maxLength":253},"generateName":{"type":"string"},"namespace":{"type":"string","maxLength":63},"labels":{"type":"object","additionalProperties":{"type":"string","maxLength":63}},"annotations":{"type":"object","additionalProperties":{"type":"string"}},"finalizers":{"type":"array","items":{"type":"string"}},"uid":{},"resourceVersion":{},"generation":{},"selfLink":{},"managedFields":{},"ownerReferences":{},"creationTimestamp":{},"deletionTimestamp":{},"deletionGracePeriodSeconds":{}}},"spec":{"type":"object","required":["scaleTargetRefs"],"properties":{"scaleTargetRefs":{"example":[{"apiVersion":"apps/v1","kind":"Deployment","name":"coredns"}],"type":"array","minItems":1,"maxItems":16,"items":{"type":"object","required":["apiVersion","kind","name"],"properties":{"apiVersion":{"example":"apps/v1","type":"string","maxLength":317},"kind":{"example":"Deployment","type":"string","maxLength":63},"name":{"example":"coredns","type":"string","maxLength":253}},"additionalProperties":false}},"mode":{"type":"string","enum":["Active","DryRun","Paused"]},"linear":{"type":"object","properties":{"coresPerReplica":{"type":"number"},"nodesPerReplica":{"type":"number"},"podsPerReplica":{"type":"integer","minimum":1,"maximum":2147483647},"namespacesPerReplica":{"type":"integer","minimum":1,"maximum":2147483647},"resourcesPerReplica":{"type":"array","minItems":1,"maxItems":8,"items":{"type":"object","required":["name","perReplica"],"properties":{"name":{"example":"memory","type":"string","maxLength":317},"perReplica":{"type":["integer","string"],"example":"64Gi","maxLength":64}},"additionalProperties":false}},"minReplicas":{"type":"integer","maximum":2147483647},"maxReplicas":{"type":"integer","maximum":2147483647},"preventSinglePointFailure":{"type":"boolean"}},"additionalProperties":false},"ladder":{"type":"object","properties":{"coresToReplicas":{"type":"array","maxItems":256,"items":{"type":"object","required":["cores","replicas"],"properties":{"cores":{"example":16,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}},"nodesToReplicas":{"type":"array","maxItems":256,"items":{"type":"object","required":["nodes","replicas"],"properties":{"nodes":{"example":16,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}},"podsToReplicas":{"type":"array","maxItems":256,"items":{"type":"object","required":["pods","replicas"],"properties":{"pods":{"example":500,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}},"namespacesToReplicas":{"type":"array","maxItems":256,"items":{"type":"object","required":["namespaces","replicas"],"properties":{"namespaces":{"example":500,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}},"resourcesToReplicas":{"type":"array","maxItems":8,"items":{"type":"object","required":["name","steps"],"properties":{"name":{"example":"memory","type":"string","maxLength":317},"steps":{"example":[{"quantity":"64Gi","replicas":2}],"type":"array","minItems":1,"maxItems":64,"items":{"type":"object","required":["quantity","replicas"],"properties":{"quantity":{"type":["integer","string"],"example":"64Gi","maxLength":64},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}}},"additionalProperties":false}}},"additionalProperties":false},"configMapRef":{"type":"object","required":["name"],"properties":{"name":{"example":"dns-autoscaler","type":"string","maxLength":253},"default":{"type":"object","properties":{"linear":{"type":"object","properties":{"coresPerReplica":{"type":"number"},"nodesPerReplica":{"type":"number"},"podsPerReplica":{"type":"integer","minimum":1,"maximum":2147483647},"namespacesPerReplica":{"type":"integer","minimum":1,"maximum":2147483647},"resourcesPerReplica":{"type":"array","minItems":1,"maxItems":8,"items":{"type":"object","required":["name","perReplica"],"properties":{"name":{"example":"memory","type":"string","maxLength":317},"perReplica":{"type":["integer","string"],"example":"64Gi","maxLength":64}},"additionalProperties":false}},"minReplicas":{"type":"integer","maximum":2147483647},"maxReplicas":{"type":"integer","maximum":2147483647},"preventSinglePointFailure":{"type":"boolean"}},"additionalProperties":false},"ladder":{"type":"object","properties":{"coresToReplicas":{"type":"array","maxItems":256,"items":{"type":"object","required":["cores","replicas"],"properties":{"cores":{"example":16,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}},"nodesToReplicas":{"type":"array","maxItems":256,"items":{"type":"object","required":["nodes","replicas"],"properties":{"nodes":{"example":16,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}},"podsToReplicas":{"type":"array","maxItems":256,"items":{"type":"object","required":["pods","replicas"],"properties":{"pods":{"example":500,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}},"namespacesToReplicas":{"type":"array","maxItems":256,"items":{"type":"object","required":["namespaces","replicas"],"properties":{"namespaces":{"example":500,"type":"integer","minimum":0,"maximum":2147483647},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}},"resourcesToReplicas":{"type":"array","maxItems":8,"items":{"type":"object","required":["name","steps"],"properties":{"name":{"example":"memory","type":"string","maxLength":317},"steps":{"example":[{"quantity":"64Gi","replicas":2}],"type":"array","minItems":1,"maxItems":64,"items":{"type":"object","required":["quantity","replicas"],"properties":{"quantity":{"type":["integer","string"],"example":"64Gi","maxLength":64},"replicas":{"example":2,"type":"integer","minimum":0,"maximum":2147483647}},"additionalProperties":false}}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false}},"additionalProperties":false},"nodes":{"type":"object","properties":{"selector":{"type":"object","properties":{"matchLabels":{"type":"object","maxProperties":32,"additionalProperties":{"type":"string","maxLength":63}},"matchExpressions":{"type":"array","maxItems":32,"items":{"type":"object","required":["key","operator"],"properties":{"key":{"example":"topology.kubernetes.io/zone","type":"string","maxLength":317},"operator":{"example":"In","type":"string","enum":["In","NotIn","Exists","DoesNotExist"]},"values":{"type":"array","maxItems":64,"items":{"type":"string","maxLength":63}}},"additionalProperties":false}}},"additionalProperties":false},"unschedulable":{"type":"string","enum":["Ignore","Count"]},"excludeTaints":{"type":"array","maxItems":16,"items":{"type":"object","required":["key"],"properties":{"key":{"example":"example.com/dedicated","type":"string","maxLength":317},"operator":{"type":"string","enum":["Equal","Exists"]},"value":{"type":"string","maxLength":63},"effect":{"type":"string","enum":["NoSchedule","PreferNoSchedule","NoExecute"]}},"additionalProperties":false}}},"additionalProperties":false},"behavior":{"type":"object","properties":{"scaleUp":{"type":"object","properties":{"stabilizationWindowSeconds":{"type":"integer","minimum":0,"maximum":3600},"selectPolicy":{"type":"string","enum":["Max","Min","Disabled"]},"policies":{"type":"array","minItems":1,"maxItems":16,"items":{"type":"object","required":["type","value","periodSeconds"],"properties":{"type":{"example":"Percent","type":"string","enum":["Pods","Percent"]},"value":{"example":100,"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"example":60,"type":"integer","minimum":1,"maximum":1800}},"additionalProperties":false}}},"additionalProperties":false},"scaleDown":{"type":"object","properties":{"stabilizationWindowSeconds":{"type":"integer","minimum":0,"maximum":3600},"selectPolicy":{"type":"string","enum":["Max","Min","Disabled"]},"policies":{"type":"array","minItems":1,"maxItems":16,"items":{"type":"object","required":["type","value","periodSeconds"],"properties":{"type":{"example":"Percent","type":"string","enum":["Pods","Percent"]},"value":{"example":100,"type":"integer","minimum":1,"maximum":2147483647},"periodSeconds":{"example":60,"type":"integer","minimum":1,"maximum":1800}},"additionalProperties":false}}},"additionalProperties":false}},"additionalProperties":false},"algorithm":{"type":"string","enum":["Trimtab-1","CPA-1.10"]},"compatibility":{"not":{"not":{"enum":["None"]}},"refused":"is now spec.algorithm; write algorithm: CPA-1.10, or Trimtab-1 instead of None"},"nodeSelector":{"not":{},"refused":"is now spec.nodes.selector; write nodes: {selector: {matchLabels: {pool: dns}}}"},"includeUnschedulableNodes":{"not":{"not":{"enum":[false]}},"refused":"is now spec.nodes.unschedulable; write nodes: {unschedulable: Count}"}},"additionalProperties":false},"status":{"type":"object","properties":{"observedGeneration":{"type":"integer"},"summary":{"type":"string"},"message":{"type":"string"},"targetSummary":{"type":"string"},"nodes":{"type":"integer"},"schedulableNodes":{"type":"integer"},"cores":{"type":"integer"},"schedulableCores":{"type":"integer"},"pods":{"type":"integer"},"namespaces":{"type":"integer"},"resources":{"type":"array","maxItems":8,"items":{"type":"object","required":["name","total","schedulable"],"properties":{"name":{"type":"string"},"total":{"type":"string"},"schedulable":{"type":"string"}}}},"conditions":{"type":"array","maxItems":16,"items":{"type":"object","required":["type","status","lastTransitionTime","reason","message"],"properties":{"type":{"type":"string","maxLength":316,"pattern":"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"},"status":{"type":"string","enum":["True","False","Unknown"]},"observedGeneration":{"type":"integer","minimum":0},"lastTransitionTime":{"type":"string"},"reason":{"type":"string","minLength":1,"maxLength":1024,"pattern":"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},"message":{"type":"string","maxLength":32768}}}},"parameters":{"type":"object","required":["source"],"properties":{"source":{"type":"string"},"configMapName":{"type":"string"},"includeUnschedulableNodes":{"type":"boolean"},"linear":{"type":"object","properties":{"coresPerReplica":{"type":"number"},"nodesPerReplica":{"type":"number"},"minReplicas":{"type":"integer"},"maxReplicas":{"type":"integer"},"preventSinglePointFailure":{"type":"boolean"}}},"ladder":{"type":"object","properties":{"coresToReplicas":{"type":"array","maxItems":4096,"items":{"type":"object","required":["cores","replicas"],"properties":{"cores":{"type":"integer"},"replicas":{"type":"integer"}}}},"nodesToReplicas":{"type":"array","maxItems":4096,"items":{"type":"object","required":["nodes","replicas"],"properties":{"nodes":{"type":"integer"},"replicas":{"type":"integer"}}}}}}}},"targets":{"type":"array","maxItems":16,"items":{"type":"object","required":["ref"],"properties":{"ref":{"type":"object","required":["apiVersion","kind","name"],"properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"}}},"currentReplicas":{"type":"integer"},"desiredReplicas":{"type":"integer"},"lastScaleTime":{"type":"string"},"conditions":{"type":"array","maxItems":16,"items":{"type":"object","required":["type","status","lastTransitionTime","reason","message"],"properties":{"type":{"type":"string","maxLength":316,"pattern":"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"},"status":{"type":"string","enum":["True","False","Unknown"]},"observedGeneration":{"type":"integer","minimum":0},"lastTransitionTime":{"type":"string"},"reason":{"type":"string","minLength":1,"maxLength":1024,"pattern":"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},"message":{"type":"string","maxLength":32768}}}},"decision":{"type":"object","required":["time","from","to","votes","steps"],"properties":{"time":{"type":"string"},"from":{"type":"integer"},"to":{"type":"integer"},"votes":{"type":"array","maxItems":16,"items":{"type":"object","required":["source","message"],"properties":{"source":{"type":"string"},"type":{"type":"string"},"replicas":{"type":"integer"},"reason":{"type":"string"},"message":{"type":"string"}}}},"steps":{"type":"array","maxItems":8,"items":{"type":"object","required":["step","before","after","reason","message"],"properties":{"step":{"type":"string"},"before":{"type":"integer"},"after":{"type":"integer"},"atLeast":{"type":"integer"},"atMost":{"type":"integer"},"until":{"type":"string"},"reason":{"type":"string"},"message":{"type":"string"}}}}}},"history":{"type":"object","properties":{"version":{"type":"integer"}}},"dryRunHistory":{"type":"object","properties":{"version":{"type":"integer"}}}}}}}}}};
