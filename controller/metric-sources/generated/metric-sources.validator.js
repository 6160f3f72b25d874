// Generated from controller/metric-sources/metric-sources.schema.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["metricSources"],"properties":{"metricSources":{"type":"array","maxItems":256,"items":{"type":"object","required":["name","type","allowedNamespaces"],"properties":{"name":{"type":"string","maxLength":63,"pattern":"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$","example":"platform"},"type":{"type":"string","enum":["Prometheus","ExternalScaler"],"example":"Prometheus"},"allowedNamespaces":{"type":"array","minItems":1,"maxItems":10000,"example":["shop"],"items":{"type":"string","maxLength":63,"pattern":"^([*]|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$"}},"prometheus":{"type":"object","required":["url"],"properties":{"url":{"type":"string","maxLength":2048,"example":"https://prometheus.monitoring.svc:9090"},"enforcedMatchers":{"type":"array","maxItems":8,"items":{"type":"object","required":["label","value"],"properties":{"label":{"type":"string","maxLength":128,"pattern":"^[a-zA-Z_][a-zA-Z0-9_]*$","example":"namespace"},"value":{"type":"string","minLength":1,"maxLength":253,"example":"$(namespace)"}},"additionalProperties":false}},"headers":{"type":"array","maxItems":8,"items":{"type":"object","required":["name","value"],"properties":{"name":{"type":"string","maxLength":128,"pattern":"^[A-Za-z0-9-]+$","example":"X-Scope-OrgID"},"value":{"type":"string","maxLength":253,"pattern":"^[ -~]+$","example":"$(namespace)"}},"additionalProperties":false}},"timeoutSeconds":{"type":"integer","minimum":1,"maximum":60},"maxSampleAgeSeconds":{"type":"integer","minimum":1,"maximum":3600},"maxConcurrentQueries":{"type":"integer","minimum":1,"maximum":64}},"additionalProperties":false},"externalScaler":{"type":"object","required":["address"],"properties":{"address":{"type":"string","maxLength":2048,"pattern":"^([-a-zA-Z0-9._]+|\\[[0-9a-fA-F:.]+\\]):([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$","example":"scaler.platform.svc:9090"},"plaintext":{"type":"boolean"},"timeoutSeconds":{"type":"integer","minimum":1,"maximum":60},"maxConcurrentCalls":{"type":"integer","minimum":1,"maximum":1000},"maxStreams":{"type":"integer","minimum":0,"maximum":10000}},"additionalProperties":false},"tls":{"type":"object","properties":{"serverName":{"type":"string","maxLength":253,"pattern":"^[-a-zA-Z0-9.]+$"}},"additionalProperties":false},"credentialsSecret":{"type":"string","maxLength":253,"pattern":"^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$","example":"platform-prometheus"}},"additionalProperties":false}}},"additionalProperties":false,"$defs":{}};
const func2 = text => { let length = 0; for (const _ of text) length += 1; return length; };
const pattern0 = new RegExp("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "u");
const pattern1 = new RegExp("^([*]|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$", "u");
const pattern2 = new RegExp("^[a-zA-Z_][a-zA-Z0-9_]*$", "u");
const pattern3 = new RegExp("^[A-Za-z0-9-]+$", "u");
const pattern4 = new RegExp("^[ -~]+$", "u");
const pattern5 = new RegExp("^([-a-zA-Z0-9._]+|\\[[0-9a-fA-F:.]+\\]):([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$", "u");
const pattern6 = new RegExp("^[-a-zA-Z0-9.]+$", "u");
const pattern7 = new RegExp("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.metricSources === undefined) && (missing0 = "metricSources")){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "metricSources")){
validate21.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.metricSources !== undefined){
let data0 = data.metricSources;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
if(data0.length > 256){
validate21.errors = [{instancePath:instancePath+"/metricSources",schemaPath:"#/properties/metricSources/maxItems",keyword:"maxItems",params:{limit: 256}}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((data1.name === undefined) && (missing1 = "name")) || ((data1.type === undefined) && (missing1 = "type"))) || ((data1.allowedNamespaces === undefined) && (missing1 = "allowedNamespaces"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0,schemaPath:"#/properties/metricSources/items/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(((((((key1 === "name") || (key1 === "type")) || (key1 === "allowedNamespaces")) || (key1 === "prometheus")) || (key1 === "externalScaler")) || (key1 === "tls")) || (key1 === "credentialsSecret"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0,schemaPath:"#/properties/metricSources/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.name !== undefined){
let data2 = data1.name;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(func2(data2) > 63){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/name",schemaPath:"#/properties/metricSources/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 63}}];
return false;
}
else {
if(!pattern0.test(data2)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/name",schemaPath:"#/properties/metricSources/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/name",schemaPath:"#/properties/metricSources/items/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.type !== undefined){
let data3 = data1.type;
const _errs9 = errors;
if(typeof data3 !== "string"){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/type",schemaPath:"#/properties/metricSources/items/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data3 === "Prometheus") || (data3 === "ExternalScaler"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/type",schemaPath:"#/properties/metricSources/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema6.properties.metricSources.items.properties.type.enum}}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.allowedNamespaces !== undefined){
let data4 = data1.allowedNamespaces;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data4)){
if(data4.length > 10000){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/allowedNamespaces",schemaPath:"#/properties/metricSources/items/properties/allowedNamespaces/maxItems",keyword:"maxItems",params:{limit: 10000}}];
return false;
}
else {
if(data4.length < 1){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/allowedNamespaces",schemaPath:"#/properties/metricSources/items/properties/allowedNamespaces/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
var valid3 = true;
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(func2(data5) > 63){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/allowedNamespaces/" + i1,schemaPath:"#/properties/metricSources/items/properties/allowedNamespaces/items/maxLength",keyword:"maxLength",params:{limit: 63}}];
return false;
}
else {
if(!pattern1.test(data5)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/allowedNamespaces/" + i1,schemaPath:"#/properties/metricSources/items/properties/allowedNamespaces/items/pattern",keyword:"pattern",params:{pattern: "^([*]|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/allowedNamespaces/" + i1,schemaPath:"#/properties/metricSources/items/properties/allowedNamespaces/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs13 === errors;
if(!valid3){
break;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/allowedNamespaces",schemaPath:"#/properties/metricSources/items/properties/allowedNamespaces/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.prometheus !== undefined){
let data6 = data1.prometheus;
const _errs15 = errors;
if(errors === _errs15){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if((data6.url === undefined) && (missing2 = "url")){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus",schemaPath:"#/properties/metricSources/items/properties/prometheus/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
const _errs17 = errors;
for(const key2 in data6){
if(!((((((key2 === "url") || (key2 === "enforcedMatchers")) || (key2 === "headers")) || (key2 === "timeoutSeconds")) || (key2 === "maxSampleAgeSeconds")) || (key2 === "maxConcurrentQueries"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus",schemaPath:"#/properties/metricSources/items/properties/prometheus/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}}];
return false;
break;
}
}
if(_errs17 === errors){
if(data6.url !== undefined){
let data7 = data6.url;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data7 === "string"){
if(func2(data7) > 2048){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/url",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/url",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/url/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.enforcedMatchers !== undefined){
let data8 = data6.enforcedMatchers;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data8)){
if(data8.length > 8){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/maxItems",keyword:"maxItems",params:{limit: 8}}];
return false;
}
else {
var valid5 = true;
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
const _errs22 = errors;
if(errors === _errs22){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing3;
if(((data9.label === undefined) && (missing3 = "label")) || ((data9.value === undefined) && (missing3 = "value"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2,schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/required",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
const _errs24 = errors;
for(const key3 in data9){
if(!((key3 === "label") || (key3 === "value"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2,schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}}];
return false;
break;
}
}
if(_errs24 === errors){
if(data9.label !== undefined){
let data10 = data9.label;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data10 === "string"){
if(func2(data10) > 128){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2+"/label",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/properties/label/maxLength",keyword:"maxLength",params:{limit: 128}}];
return false;
}
else {
if(!pattern2.test(data10)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2+"/label",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/properties/label/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z_][a-zA-Z0-9_]*$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2+"/label",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/properties/label/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid6 = _errs25 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data9.value !== undefined){
let data11 = data9.value;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data11 === "string"){
if(func2(data11) > 253){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2+"/value",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/properties/value/maxLength",keyword:"maxLength",params:{limit: 253}}];
return false;
}
else {
if(func2(data11) < 1){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2+"/value",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/properties/value/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2+"/value",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/properties/value/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid6 = _errs27 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers/" + i2,schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid5 = _errs22 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/enforcedMatchers",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/enforcedMatchers/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid4 = _errs20 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.headers !== undefined){
let data12 = data6.headers;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data12)){
if(data12.length > 8){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/maxItems",keyword:"maxItems",params:{limit: 8}}];
return false;
}
else {
var valid7 = true;
const len3 = data12.length;
for(let i3=0; i3<len3; i3++){
let data13 = data12[i3];
const _errs31 = errors;
if(errors === _errs31){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing4;
if(((data13.name === undefined) && (missing4 = "name")) || ((data13.value === undefined) && (missing4 = "value"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3,schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/required",keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
const _errs33 = errors;
for(const key4 in data13){
if(!((key4 === "name") || (key4 === "value"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3,schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}}];
return false;
break;
}
}
if(_errs33 === errors){
if(data13.name !== undefined){
let data14 = data13.name;
const _errs34 = errors;
if(errors === _errs34){
if(typeof data14 === "string"){
if(func2(data14) > 128){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3+"/name",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 128}}];
return false;
}
else {
if(!pattern3.test(data14)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3+"/name",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3+"/name",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid8 = _errs34 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data13.value !== undefined){
let data15 = data13.value;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data15 === "string"){
if(func2(data15) > 253){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3+"/value",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/properties/value/maxLength",keyword:"maxLength",params:{limit: 253}}];
return false;
}
else {
if(!pattern4.test(data15)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3+"/value",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/properties/value/pattern",keyword:"pattern",params:{pattern: "^[ -~]+$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3+"/value",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/properties/value/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid8 = _errs36 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers/" + i3,schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid7 = _errs31 === errors;
if(!valid7){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/headers",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/headers/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.timeoutSeconds !== undefined){
let data16 = data6.timeoutSeconds;
const _errs38 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/timeoutSeconds",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/timeoutSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs38){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 60 || isNaN(data16)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/timeoutSeconds",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/timeoutSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60}}];
return false;
}
else {
if(data16 < 1 || isNaN(data16)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/timeoutSeconds",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/timeoutSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid4 = _errs38 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.maxSampleAgeSeconds !== undefined){
let data17 = data6.maxSampleAgeSeconds;
const _errs40 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/maxSampleAgeSeconds",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/maxSampleAgeSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs40){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 3600 || isNaN(data17)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/maxSampleAgeSeconds",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/maxSampleAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}}];
return false;
}
else {
if(data17 < 1 || isNaN(data17)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/maxSampleAgeSeconds",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/maxSampleAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid4 = _errs40 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.maxConcurrentQueries !== undefined){
let data18 = data6.maxConcurrentQueries;
const _errs42 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/maxConcurrentQueries",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/maxConcurrentQueries/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs42){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 64 || isNaN(data18)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/maxConcurrentQueries",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/maxConcurrentQueries/maximum",keyword:"maximum",params:{comparison: "<=", limit: 64}}];
return false;
}
else {
if(data18 < 1 || isNaN(data18)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus/maxConcurrentQueries",schemaPath:"#/properties/metricSources/items/properties/prometheus/properties/maxConcurrentQueries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid4 = _errs42 === errors;
}
else {
var valid4 = true;
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
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/prometheus",schemaPath:"#/properties/metricSources/items/properties/prometheus/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.externalScaler !== undefined){
let data19 = data1.externalScaler;
const _errs44 = errors;
if(errors === _errs44){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing5;
if((data19.address === undefined) && (missing5 = "address")){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler",schemaPath:"#/properties/metricSources/items/properties/externalScaler/required",keyword:"required",params:{missingProperty: missing5}}];
return false;
}
else {
const _errs46 = errors;
for(const key5 in data19){
if(!(((((key5 === "address") || (key5 === "plaintext")) || (key5 === "timeoutSeconds")) || (key5 === "maxConcurrentCalls")) || (key5 === "maxStreams"))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler",schemaPath:"#/properties/metricSources/items/properties/externalScaler/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}}];
return false;
break;
}
}
if(_errs46 === errors){
if(data19.address !== undefined){
let data20 = data19.address;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data20 === "string"){
if(func2(data20) > 2048){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/address",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/address/maxLength",keyword:"maxLength",params:{limit: 2048}}];
return false;
}
else {
if(!pattern5.test(data20)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/address",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/address/pattern",keyword:"pattern",params:{pattern: "^([-a-zA-Z0-9._]+|\\[[0-9a-fA-F:.]+\\]):([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/address",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/address/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid9 = _errs47 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.plaintext !== undefined){
const _errs49 = errors;
if(typeof data19.plaintext !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/plaintext",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/plaintext/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid9 = _errs49 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.timeoutSeconds !== undefined){
let data22 = data19.timeoutSeconds;
const _errs51 = errors;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/timeoutSeconds",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/timeoutSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs51){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 60 || isNaN(data22)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/timeoutSeconds",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/timeoutSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60}}];
return false;
}
else {
if(data22 < 1 || isNaN(data22)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/timeoutSeconds",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/timeoutSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid9 = _errs51 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.maxConcurrentCalls !== undefined){
let data23 = data19.maxConcurrentCalls;
const _errs53 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/maxConcurrentCalls",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/maxConcurrentCalls/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs53){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 1000 || isNaN(data23)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/maxConcurrentCalls",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/maxConcurrentCalls/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000}}];
return false;
}
else {
if(data23 < 1 || isNaN(data23)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/maxConcurrentCalls",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/maxConcurrentCalls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid9 = _errs53 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.maxStreams !== undefined){
let data24 = data19.maxStreams;
const _errs55 = errors;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/maxStreams",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/maxStreams/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs55){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 10000 || isNaN(data24)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/maxStreams",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/maxStreams/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000}}];
return false;
}
else {
if(data24 < 0 || isNaN(data24)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler/maxStreams",schemaPath:"#/properties/metricSources/items/properties/externalScaler/properties/maxStreams/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid9 = _errs55 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/externalScaler",schemaPath:"#/properties/metricSources/items/properties/externalScaler/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs44 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.tls !== undefined){
let data25 = data1.tls;
const _errs57 = errors;
if(errors === _errs57){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
const _errs59 = errors;
for(const key6 in data25){
if(!(key6 === "serverName")){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/tls",schemaPath:"#/properties/metricSources/items/properties/tls/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6}}];
return false;
break;
}
}
if(_errs59 === errors){
if(data25.serverName !== undefined){
let data26 = data25.serverName;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data26 === "string"){
if(func2(data26) > 253){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/tls/serverName",schemaPath:"#/properties/metricSources/items/properties/tls/properties/serverName/maxLength",keyword:"maxLength",params:{limit: 253}}];
return false;
}
else {
if(!pattern6.test(data26)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/tls/serverName",schemaPath:"#/properties/metricSources/items/properties/tls/properties/serverName/pattern",keyword:"pattern",params:{pattern: "^[-a-zA-Z0-9.]+$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/tls/serverName",schemaPath:"#/properties/metricSources/items/properties/tls/properties/serverName/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/tls",schemaPath:"#/properties/metricSources/items/properties/tls/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs57 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.credentialsSecret !== undefined){
let data27 = data1.credentialsSecret;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data27 === "string"){
if(func2(data27) > 253){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/credentialsSecret",schemaPath:"#/properties/metricSources/items/properties/credentialsSecret/maxLength",keyword:"maxLength",params:{limit: 253}}];
return false;
}
else {
if(!pattern7.test(data27)){
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/credentialsSecret",schemaPath:"#/properties/metricSources/items/properties/credentialsSecret/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0+"/credentialsSecret",schemaPath:"#/properties/metricSources/items/properties/credentialsSecret/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs62 === errors;
}
else {
var valid2 = true;
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
validate21.errors = [{instancePath:instancePath+"/metricSources/" + i0,schemaPath:"#/properties/metricSources/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metricSources",schemaPath:"#/properties/metricSources/type",keyword:"type",params:{type: "array"}}];
return false;
}
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

export const schema = {"type":"object","additionalProperties":false,"required":["metricSources"],"properties":{"metricSources":{"type":"array","maxItems":256,"items":{"type":"object","additionalProperties":false,"required":["name","type","allowedNamespaces"],"properties":{"name":{"type":"string","maxLength":63,"pattern":"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$","example":"platform"},"type":{"type":"string","enum":["Prometheus","ExternalScaler"],"example":"Prometheus"},"allowedNamespaces":{"type":"array","minItems":1,"maxItems":10000,"items":{"type":"string","maxLength":63,"pattern":"^([*]|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$"},"example":["shop"]},"prometheus":{"type":"object","additionalProperties":false,"required":["url"],"properties":{"url":{"type":"string","maxLength":2048,"example":"https://prometheus.monitoring.svc:9090"},"enforcedMatchers":{"type":"array","maxItems":8,"items":{"type":"object","additionalProperties":false,"required":["label","value"],"properties":{"label":{"type":"string","maxLength":128,"pattern":"^[a-zA-Z_][a-zA-Z0-9_]*$","example":"namespace"},"value":{"type":"string","minLength":1,"maxLength":253,"example":"$(namespace)"}}}},"headers":{"type":"array","maxItems":8,"items":{"type":"object","additionalProperties":false,"required":["name","value"],"properties":{"name":{"type":"string","maxLength":128,"pattern":"^[A-Za-z0-9-]+$","example":"X-Scope-OrgID"},"value":{"type":"string","maxLength":253,"pattern":"^[ -~]+$","example":"$(namespace)"}}}},"timeoutSeconds":{"type":"integer","minimum":1,"maximum":60},"maxSampleAgeSeconds":{"type":"integer","minimum":1,"maximum":3600},"maxConcurrentQueries":{"type":"integer","minimum":1,"maximum":64}}},"externalScaler":{"type":"object","additionalProperties":false,"required":["address"],"properties":{"address":{"type":"string","maxLength":2048,"pattern":"^([-a-zA-Z0-9._]+|\\[[0-9a-fA-F:.]+\\]):([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$","example":"scaler.platform.svc:9090"},"plaintext":{"type":"boolean"},"timeoutSeconds":{"type":"integer","minimum":1,"maximum":60},"maxConcurrentCalls":{"type":"integer","minimum":1,"maximum":1000},"maxStreams":{"type":"integer","minimum":0,"maximum":10000}}},"tls":{"type":"object","additionalProperties":false,"properties":{"serverName":{"type":"string","maxLength":253,"pattern":"^[-a-zA-Z0-9.]+$"}}},"credentialsSecret":{"type":"string","maxLength":253,"pattern":"^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$","example":"platform-prometheus"}}}}}};
