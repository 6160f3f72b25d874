// Generated from engine/history/history.schema.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["history"],"properties":{"history":{"type":"object","required":["targetUID"],"properties":{"version":{"type":"integer","const":1},"targetUID":{"type":"string","maxLength":128},"recommendations":{"$ref":"#/$defs/part0"},"lowestRecommendations":{"$ref":"#/$defs/part0"},"scaleEvents":{"type":"array","maxItems":32,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":-2147483647,"maximum":2147483647},"cause":{"type":"string","enum":["Bounds"]},"span":{"type":"object","required":["since","up","down"],"properties":{"since":{"type":"string","format":"date-time"},"up":{"type":"integer","minimum":0,"maximum":2147483647},"down":{"type":"integer","minimum":-2147483647,"maximum":2147483647}}}}}},"pending":{"type":"object","required":["from","to","time","targetUID"],"properties":{"from":{"type":"integer","minimum":0,"maximum":2147483647},"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"},"targetUID":{"type":"string","maxLength":128},"scaledToZero":{"type":"boolean"},"cause":{"type":"string","enum":["Bounds"]},"answered":{"type":"integer","minimum":0,"maximum":2147483647}}},"added":{"type":"object","required":["to","time"],"properties":{"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"}}},"scaledToZero":{"type":"boolean"},"rollout":{"type":"object","required":["since"],"properties":{"since":{"type":"string","format":"date-time"},"kind":{"type":"string","enum":["Rolling","Announced"]},"announced":{"type":"string","format":"date-time"}}},"failingSince":{"type":"string","format":"date-time"},"cap":{"type":"object","required":["max","since"],"properties":{"max":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"},"from":{"type":"integer","minimum":0,"maximum":2147483647}}},"thresholds":{"type":"array","maxItems":32,"items":{"type":"object","required":["name","condition"],"properties":{"name":{"type":"string"},"condition":{"type":"string"},"addsReplicas":{"type":"boolean"},"since":{"type":"string","format":"date-time"},"last":{"type":"string","format":"date-time"},"replicas":{"type":"integer","minimum":0,"maximum":2147483647},"notBefore":{"type":"string","format":"date-time"},"gapSeconds":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"idleSince":{"type":"string","format":"date-time"},"failures":{"type":"array","maxItems":64,"items":{"type":"object","required":["metric","since"],"properties":{"metric":{"type":"string"},"since":{"type":"string","format":"date-time"}}}},"points":{"type":"array","maxItems":32,"items":{"type":"object","required":["metric","time"],"properties":{"metric":{"type":"string"},"time":{"type":"string","format":"date-time"},"gapSeconds":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"reset":{"type":"object","required":["since","reason"],"properties":{"since":{"type":"string","format":"date-time"},"reason":{"type":"string","enum":["UnknownVersion","InvalidHistory"]}}},"slots":{"type":"object","properties":{"scaleUps":{"$ref":"#/$defs/part1"},"scaleDowns":{"$ref":"#/$defs/part1"}}}}}},"$defs":{"part0":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"part1":{"type":"array","maxItems":128,"items":{"$ref":"#/$defs/part2"}},"part2":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}}};
const func2 = text => { let length = 0; for (const _ of text) length += 1; return length; };
const schema7 = {"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}};
const formats0 = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 32){
validate22.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 32}}];
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
if(((data0.value === undefined) && (missing0 = "value")) || ((data0.since === undefined) && (missing0 = "since"))){
validate22.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data0.value !== undefined){
let data1 = data0.value;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
if(data0.since !== undefined){
let data2 = data0.since;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data2 === "string"){
if(!(formats0.test(data2))){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/since",schemaPath:"#/items/properties/since/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/" + i0+"/since",schemaPath:"#/items/properties/since/type",keyword:"type",params:{type: "string"}}];
return false;
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
validate22.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"}}];
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
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

const schema8 = {"type":"array","maxItems":128,"items":{"$ref":"#/$defs/part2"}};
const schema9 = {"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.time === undefined) && (missing0 = "time")) || ((data.change === undefined) && (missing0 = "change"))){
validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.time !== undefined){
let data0 = data.time;
const _errs1 = errors;
if(errors === _errs1){
if(errors === _errs1){
if(typeof data0 === "string"){
if(!(formats0.test(data0))){
validate26.errors = [{instancePath:instancePath+"/time",schemaPath:"#/properties/time/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/time",schemaPath:"#/properties/time/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.change !== undefined){
let data1 = data.change;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate26.errors = [{instancePath:instancePath+"/change",schemaPath:"#/properties/change/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
validate26.errors = [{instancePath:instancePath+"/change",schemaPath:"#/properties/change/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data1 < 1 || isNaN(data1)){
validate26.errors = [{instancePath:instancePath+"/change",schemaPath:"#/properties/change/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
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
if(data.outdated !== undefined){
const _errs5 = errors;
if(typeof data.outdated !== "boolean"){
validate26.errors = [{instancePath:instancePath+"/outdated",schemaPath:"#/properties/outdated/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.oneWay !== undefined){
const _errs7 = errors;
if(typeof data.oneWay !== "boolean"){
validate26.errors = [{instancePath:instancePath+"/oneWay",schemaPath:"#/properties/oneWay/type",keyword:"type",params:{type: "boolean"}}];
return false;
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
if(Array.isArray(data)){
if(data.length > 128){
validate25.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 128}}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate26(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
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
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.history === undefined) && (missing0 = "history")){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.history !== undefined){
let data0 = data.history;
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.targetUID === undefined) && (missing1 = "targetUID")){
validate21.errors = [{instancePath:instancePath+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data0.version !== undefined){
let data1 = data0.version;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate21.errors = [{instancePath:instancePath+"/history/version",schemaPath:"#/properties/history/properties/version/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(1 !== data1){
validate21.errors = [{instancePath:instancePath+"/history/version",schemaPath:"#/properties/history/properties/version/const",keyword:"const",params:{allowedValue: 1}}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.targetUID !== undefined){
let data2 = data0.targetUID;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func2(data2) > 128){
validate21.errors = [{instancePath:instancePath+"/history/targetUID",schemaPath:"#/properties/history/properties/targetUID/maxLength",keyword:"maxLength",params:{limit: 128}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/targetUID",schemaPath:"#/properties/history/properties/targetUID/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.recommendations !== undefined){
const _errs7 = errors;
if(!(validate22(data0.recommendations, {instancePath:instancePath+"/history/recommendations",parentData:data0,parentDataProperty:"recommendations",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.lowestRecommendations !== undefined){
const _errs8 = errors;
if(!(validate22(data0.lowestRecommendations, {instancePath:instancePath+"/history/lowestRecommendations",parentData:data0,parentDataProperty:"lowestRecommendations",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.scaleEvents !== undefined){
let data5 = data0.scaleEvents;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data5)){
if(data5.length > 32){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents",schemaPath:"#/properties/history/properties/scaleEvents/maxItems",keyword:"maxItems",params:{limit: 32}}];
return false;
}
else {
var valid2 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs11 = errors;
if(errors === _errs11){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if(((data6.time === undefined) && (missing2 = "time")) || ((data6.change === undefined) && (missing2 = "change"))){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0,schemaPath:"#/properties/history/properties/scaleEvents/items/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data6.time !== undefined){
let data7 = data6.time;
const _errs13 = errors;
if(errors === _errs13){
if(errors === _errs13){
if(typeof data7 === "string"){
if(!(formats0.test(data7))){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/time",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/time/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/time",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/time/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.change !== undefined){
let data8 = data6.change;
const _errs15 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/change",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/change/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 2147483647 || isNaN(data8)){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/change",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/change/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data8 < -2147483647 || isNaN(data8)){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/change",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/change/minimum",keyword:"minimum",params:{comparison: ">=", limit: -2147483647}}];
return false;
}
}
}
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.cause !== undefined){
let data9 = data6.cause;
const _errs17 = errors;
if(typeof data9 !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/cause",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/cause/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(data9 === "Bounds")){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/cause",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/cause/enum",keyword:"enum",params:{allowedValues: schema6.properties.history.properties.scaleEvents.items.properties.cause.enum}}];
return false;
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.span !== undefined){
let data10 = data6.span;
const _errs19 = errors;
if(errors === _errs19){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing3;
if((((data10.since === undefined) && (missing3 = "since")) || ((data10.up === undefined) && (missing3 = "up"))) || ((data10.down === undefined) && (missing3 = "down"))){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/required",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data10.since !== undefined){
let data11 = data10.since;
const _errs21 = errors;
if(errors === _errs21){
if(errors === _errs21){
if(typeof data11 === "string"){
if(!(formats0.test(data11))){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/since",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/since/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/since",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/since/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.up !== undefined){
let data12 = data10.up;
const _errs23 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/up",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/up/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs23){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 2147483647 || isNaN(data12)){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/up",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/up/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data12 < 0 || isNaN(data12)){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/up",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/up/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.down !== undefined){
let data13 = data10.down;
const _errs25 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/down",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/down/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs25){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 2147483647 || isNaN(data13)){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/down",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/down/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data13 < -2147483647 || isNaN(data13)){
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/down",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/down/minimum",keyword:"minimum",params:{comparison: ">=", limit: -2147483647}}];
return false;
}
}
}
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0+"/span",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents/" + i0,schemaPath:"#/properties/history/properties/scaleEvents/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs11 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/scaleEvents",schemaPath:"#/properties/history/properties/scaleEvents/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.pending !== undefined){
let data14 = data0.pending;
const _errs27 = errors;
if(errors === _errs27){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing4;
if(((((data14.from === undefined) && (missing4 = "from")) || ((data14.to === undefined) && (missing4 = "to"))) || ((data14.time === undefined) && (missing4 = "time"))) || ((data14.targetUID === undefined) && (missing4 = "targetUID"))){
validate21.errors = [{instancePath:instancePath+"/history/pending",schemaPath:"#/properties/history/properties/pending/required",keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data14.from !== undefined){
let data15 = data14.from;
const _errs29 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate21.errors = [{instancePath:instancePath+"/history/pending/from",schemaPath:"#/properties/history/properties/pending/properties/from/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs29){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 2147483647 || isNaN(data15)){
validate21.errors = [{instancePath:instancePath+"/history/pending/from",schemaPath:"#/properties/history/properties/pending/properties/from/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data15 < 0 || isNaN(data15)){
validate21.errors = [{instancePath:instancePath+"/history/pending/from",schemaPath:"#/properties/history/properties/pending/properties/from/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid5 = _errs29 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.to !== undefined){
let data16 = data14.to;
const _errs31 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate21.errors = [{instancePath:instancePath+"/history/pending/to",schemaPath:"#/properties/history/properties/pending/properties/to/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs31){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 2147483647 || isNaN(data16)){
validate21.errors = [{instancePath:instancePath+"/history/pending/to",schemaPath:"#/properties/history/properties/pending/properties/to/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data16 < 0 || isNaN(data16)){
validate21.errors = [{instancePath:instancePath+"/history/pending/to",schemaPath:"#/properties/history/properties/pending/properties/to/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid5 = _errs31 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.time !== undefined){
let data17 = data14.time;
const _errs33 = errors;
if(errors === _errs33){
if(errors === _errs33){
if(typeof data17 === "string"){
if(!(formats0.test(data17))){
validate21.errors = [{instancePath:instancePath+"/history/pending/time",schemaPath:"#/properties/history/properties/pending/properties/time/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/pending/time",schemaPath:"#/properties/history/properties/pending/properties/time/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid5 = _errs33 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.targetUID !== undefined){
let data18 = data14.targetUID;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data18 === "string"){
if(func2(data18) > 128){
validate21.errors = [{instancePath:instancePath+"/history/pending/targetUID",schemaPath:"#/properties/history/properties/pending/properties/targetUID/maxLength",keyword:"maxLength",params:{limit: 128}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/pending/targetUID",schemaPath:"#/properties/history/properties/pending/properties/targetUID/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid5 = _errs35 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.scaledToZero !== undefined){
const _errs37 = errors;
if(typeof data14.scaledToZero !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/history/pending/scaledToZero",schemaPath:"#/properties/history/properties/pending/properties/scaledToZero/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid5 = _errs37 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.cause !== undefined){
let data20 = data14.cause;
const _errs39 = errors;
if(typeof data20 !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/pending/cause",schemaPath:"#/properties/history/properties/pending/properties/cause/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(data20 === "Bounds")){
validate21.errors = [{instancePath:instancePath+"/history/pending/cause",schemaPath:"#/properties/history/properties/pending/properties/cause/enum",keyword:"enum",params:{allowedValues: schema6.properties.history.properties.pending.properties.cause.enum}}];
return false;
}
var valid5 = _errs39 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.answered !== undefined){
let data21 = data14.answered;
const _errs41 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
validate21.errors = [{instancePath:instancePath+"/history/pending/answered",schemaPath:"#/properties/history/properties/pending/properties/answered/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs41){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 2147483647 || isNaN(data21)){
validate21.errors = [{instancePath:instancePath+"/history/pending/answered",schemaPath:"#/properties/history/properties/pending/properties/answered/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data21 < 0 || isNaN(data21)){
validate21.errors = [{instancePath:instancePath+"/history/pending/answered",schemaPath:"#/properties/history/properties/pending/properties/answered/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid5 = _errs41 === errors;
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
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/pending",schemaPath:"#/properties/history/properties/pending/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs27 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.added !== undefined){
let data22 = data0.added;
const _errs43 = errors;
if(errors === _errs43){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
let missing5;
if(((data22.to === undefined) && (missing5 = "to")) || ((data22.time === undefined) && (missing5 = "time"))){
validate21.errors = [{instancePath:instancePath+"/history/added",schemaPath:"#/properties/history/properties/added/required",keyword:"required",params:{missingProperty: missing5}}];
return false;
}
else {
if(data22.to !== undefined){
let data23 = data22.to;
const _errs45 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate21.errors = [{instancePath:instancePath+"/history/added/to",schemaPath:"#/properties/history/properties/added/properties/to/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs45){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 2147483647 || isNaN(data23)){
validate21.errors = [{instancePath:instancePath+"/history/added/to",schemaPath:"#/properties/history/properties/added/properties/to/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data23 < 0 || isNaN(data23)){
validate21.errors = [{instancePath:instancePath+"/history/added/to",schemaPath:"#/properties/history/properties/added/properties/to/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid6 = _errs45 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data22.time !== undefined){
let data24 = data22.time;
const _errs47 = errors;
if(errors === _errs47){
if(errors === _errs47){
if(typeof data24 === "string"){
if(!(formats0.test(data24))){
validate21.errors = [{instancePath:instancePath+"/history/added/time",schemaPath:"#/properties/history/properties/added/properties/time/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/added/time",schemaPath:"#/properties/history/properties/added/properties/time/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid6 = _errs47 === errors;
}
else {
var valid6 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/added",schemaPath:"#/properties/history/properties/added/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs43 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.scaledToZero !== undefined){
const _errs49 = errors;
if(typeof data0.scaledToZero !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/history/scaledToZero",schemaPath:"#/properties/history/properties/scaledToZero/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid1 = _errs49 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.rollout !== undefined){
let data26 = data0.rollout;
const _errs51 = errors;
if(errors === _errs51){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
let missing6;
if((data26.since === undefined) && (missing6 = "since")){
validate21.errors = [{instancePath:instancePath+"/history/rollout",schemaPath:"#/properties/history/properties/rollout/required",keyword:"required",params:{missingProperty: missing6}}];
return false;
}
else {
if(data26.since !== undefined){
let data27 = data26.since;
const _errs53 = errors;
if(errors === _errs53){
if(errors === _errs53){
if(typeof data27 === "string"){
if(!(formats0.test(data27))){
validate21.errors = [{instancePath:instancePath+"/history/rollout/since",schemaPath:"#/properties/history/properties/rollout/properties/since/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/rollout/since",schemaPath:"#/properties/history/properties/rollout/properties/since/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid7 = _errs53 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data26.kind !== undefined){
let data28 = data26.kind;
const _errs55 = errors;
if(typeof data28 !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/rollout/kind",schemaPath:"#/properties/history/properties/rollout/properties/kind/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data28 === "Rolling") || (data28 === "Announced"))){
validate21.errors = [{instancePath:instancePath+"/history/rollout/kind",schemaPath:"#/properties/history/properties/rollout/properties/kind/enum",keyword:"enum",params:{allowedValues: schema6.properties.history.properties.rollout.properties.kind.enum}}];
return false;
}
var valid7 = _errs55 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data26.announced !== undefined){
let data29 = data26.announced;
const _errs57 = errors;
if(errors === _errs57){
if(errors === _errs57){
if(typeof data29 === "string"){
if(!(formats0.test(data29))){
validate21.errors = [{instancePath:instancePath+"/history/rollout/announced",schemaPath:"#/properties/history/properties/rollout/properties/announced/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/rollout/announced",schemaPath:"#/properties/history/properties/rollout/properties/announced/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid7 = _errs57 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/rollout",schemaPath:"#/properties/history/properties/rollout/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs51 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.failingSince !== undefined){
let data30 = data0.failingSince;
const _errs59 = errors;
if(errors === _errs59){
if(errors === _errs59){
if(typeof data30 === "string"){
if(!(formats0.test(data30))){
validate21.errors = [{instancePath:instancePath+"/history/failingSince",schemaPath:"#/properties/history/properties/failingSince/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/failingSince",schemaPath:"#/properties/history/properties/failingSince/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid1 = _errs59 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.cap !== undefined){
let data31 = data0.cap;
const _errs61 = errors;
if(errors === _errs61){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing7;
if(((data31.max === undefined) && (missing7 = "max")) || ((data31.since === undefined) && (missing7 = "since"))){
validate21.errors = [{instancePath:instancePath+"/history/cap",schemaPath:"#/properties/history/properties/cap/required",keyword:"required",params:{missingProperty: missing7}}];
return false;
}
else {
if(data31.max !== undefined){
let data32 = data31.max;
const _errs63 = errors;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
validate21.errors = [{instancePath:instancePath+"/history/cap/max",schemaPath:"#/properties/history/properties/cap/properties/max/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs63){
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 2147483647 || isNaN(data32)){
validate21.errors = [{instancePath:instancePath+"/history/cap/max",schemaPath:"#/properties/history/properties/cap/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data32 < 0 || isNaN(data32)){
validate21.errors = [{instancePath:instancePath+"/history/cap/max",schemaPath:"#/properties/history/properties/cap/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data31.since !== undefined){
let data33 = data31.since;
const _errs65 = errors;
if(errors === _errs65){
if(errors === _errs65){
if(typeof data33 === "string"){
if(!(formats0.test(data33))){
validate21.errors = [{instancePath:instancePath+"/history/cap/since",schemaPath:"#/properties/history/properties/cap/properties/since/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/cap/since",schemaPath:"#/properties/history/properties/cap/properties/since/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data31.from !== undefined){
let data34 = data31.from;
const _errs67 = errors;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
validate21.errors = [{instancePath:instancePath+"/history/cap/from",schemaPath:"#/properties/history/properties/cap/properties/from/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs67){
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 2147483647 || isNaN(data34)){
validate21.errors = [{instancePath:instancePath+"/history/cap/from",schemaPath:"#/properties/history/properties/cap/properties/from/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data34 < 0 || isNaN(data34)){
validate21.errors = [{instancePath:instancePath+"/history/cap/from",schemaPath:"#/properties/history/properties/cap/properties/from/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs67 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/cap",schemaPath:"#/properties/history/properties/cap/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs61 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.thresholds !== undefined){
let data35 = data0.thresholds;
const _errs69 = errors;
if(errors === _errs69){
if(Array.isArray(data35)){
if(data35.length > 32){
validate21.errors = [{instancePath:instancePath+"/history/thresholds",schemaPath:"#/properties/history/properties/thresholds/maxItems",keyword:"maxItems",params:{limit: 32}}];
return false;
}
else {
var valid9 = true;
const len1 = data35.length;
for(let i1=0; i1<len1; i1++){
let data36 = data35[i1];
const _errs71 = errors;
if(errors === _errs71){
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
let missing8;
if(((data36.name === undefined) && (missing8 = "name")) || ((data36.condition === undefined) && (missing8 = "condition"))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1,schemaPath:"#/properties/history/properties/thresholds/items/required",keyword:"required",params:{missingProperty: missing8}}];
return false;
}
else {
if(data36.name !== undefined){
const _errs73 = errors;
if(typeof data36.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/name",schemaPath:"#/properties/history/properties/thresholds/items/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid10 = _errs73 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data36.condition !== undefined){
const _errs75 = errors;
if(typeof data36.condition !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/condition",schemaPath:"#/properties/history/properties/thresholds/items/properties/condition/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid10 = _errs75 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data36.addsReplicas !== undefined){
const _errs77 = errors;
if(typeof data36.addsReplicas !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/addsReplicas",schemaPath:"#/properties/history/properties/thresholds/items/properties/addsReplicas/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid10 = _errs77 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data36.since !== undefined){
let data40 = data36.since;
const _errs79 = errors;
if(errors === _errs79){
if(errors === _errs79){
if(typeof data40 === "string"){
if(!(formats0.test(data40))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/since",schemaPath:"#/properties/history/properties/thresholds/items/properties/since/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/since",schemaPath:"#/properties/history/properties/thresholds/items/properties/since/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid10 = _errs79 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data36.last !== undefined){
let data41 = data36.last;
const _errs81 = errors;
if(errors === _errs81){
if(errors === _errs81){
if(typeof data41 === "string"){
if(!(formats0.test(data41))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/last",schemaPath:"#/properties/history/properties/thresholds/items/properties/last/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/last",schemaPath:"#/properties/history/properties/thresholds/items/properties/last/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid10 = _errs81 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data36.replicas !== undefined){
let data42 = data36.replicas;
const _errs83 = errors;
if(!(((typeof data42 == "number") && (!(data42 % 1) && !isNaN(data42))) && (isFinite(data42)))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/replicas",schemaPath:"#/properties/history/properties/thresholds/items/properties/replicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs83){
if((typeof data42 == "number") && (isFinite(data42))){
if(data42 > 2147483647 || isNaN(data42)){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/replicas",schemaPath:"#/properties/history/properties/thresholds/items/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data42 < 0 || isNaN(data42)){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/replicas",schemaPath:"#/properties/history/properties/thresholds/items/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid10 = _errs83 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data36.notBefore !== undefined){
let data43 = data36.notBefore;
const _errs85 = errors;
if(errors === _errs85){
if(errors === _errs85){
if(typeof data43 === "string"){
if(!(formats0.test(data43))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/notBefore",schemaPath:"#/properties/history/properties/thresholds/items/properties/notBefore/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/notBefore",schemaPath:"#/properties/history/properties/thresholds/items/properties/notBefore/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid10 = _errs85 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data36.gapSeconds !== undefined){
let data44 = data36.gapSeconds;
const _errs87 = errors;
if(errors === _errs87){
if(Array.isArray(data44)){
if(data44.length > 2){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds",schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
var valid11 = true;
const len2 = data44.length;
for(let i2=0; i2<len2; i2++){
let data45 = data44[i2];
const _errs89 = errors;
if(!(((typeof data45 == "number") && (!(data45 % 1) && !isNaN(data45))) && (isFinite(data45)))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds/" + i2,schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/items/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs89){
if((typeof data45 == "number") && (isFinite(data45))){
if(data45 > 2147483647 || isNaN(data45)){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds/" + i2,schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data45 < 0 || isNaN(data45)){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds/" + i2,schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid11 = _errs89 === errors;
if(!valid11){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds",schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid10 = _errs87 === errors;
}
else {
var valid10 = true;
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
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1,schemaPath:"#/properties/history/properties/thresholds/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid9 = _errs71 === errors;
if(!valid9){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/thresholds",schemaPath:"#/properties/history/properties/thresholds/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs69 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.idleSince !== undefined){
let data46 = data0.idleSince;
const _errs91 = errors;
if(errors === _errs91){
if(errors === _errs91){
if(typeof data46 === "string"){
if(!(formats0.test(data46))){
validate21.errors = [{instancePath:instancePath+"/history/idleSince",schemaPath:"#/properties/history/properties/idleSince/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/idleSince",schemaPath:"#/properties/history/properties/idleSince/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid1 = _errs91 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.failures !== undefined){
let data47 = data0.failures;
const _errs93 = errors;
if(errors === _errs93){
if(Array.isArray(data47)){
if(data47.length > 64){
validate21.errors = [{instancePath:instancePath+"/history/failures",schemaPath:"#/properties/history/properties/failures/maxItems",keyword:"maxItems",params:{limit: 64}}];
return false;
}
else {
var valid12 = true;
const len3 = data47.length;
for(let i3=0; i3<len3; i3++){
let data48 = data47[i3];
const _errs95 = errors;
if(errors === _errs95){
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
let missing9;
if(((data48.metric === undefined) && (missing9 = "metric")) || ((data48.since === undefined) && (missing9 = "since"))){
validate21.errors = [{instancePath:instancePath+"/history/failures/" + i3,schemaPath:"#/properties/history/properties/failures/items/required",keyword:"required",params:{missingProperty: missing9}}];
return false;
}
else {
if(data48.metric !== undefined){
const _errs97 = errors;
if(typeof data48.metric !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/failures/" + i3+"/metric",schemaPath:"#/properties/history/properties/failures/items/properties/metric/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs97 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data48.since !== undefined){
let data50 = data48.since;
const _errs99 = errors;
if(errors === _errs99){
if(errors === _errs99){
if(typeof data50 === "string"){
if(!(formats0.test(data50))){
validate21.errors = [{instancePath:instancePath+"/history/failures/" + i3+"/since",schemaPath:"#/properties/history/properties/failures/items/properties/since/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/failures/" + i3+"/since",schemaPath:"#/properties/history/properties/failures/items/properties/since/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid13 = _errs99 === errors;
}
else {
var valid13 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/failures/" + i3,schemaPath:"#/properties/history/properties/failures/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid12 = _errs95 === errors;
if(!valid12){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/failures",schemaPath:"#/properties/history/properties/failures/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs93 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.points !== undefined){
let data51 = data0.points;
const _errs101 = errors;
if(errors === _errs101){
if(Array.isArray(data51)){
if(data51.length > 32){
validate21.errors = [{instancePath:instancePath+"/history/points",schemaPath:"#/properties/history/properties/points/maxItems",keyword:"maxItems",params:{limit: 32}}];
return false;
}
else {
var valid14 = true;
const len4 = data51.length;
for(let i4=0; i4<len4; i4++){
let data52 = data51[i4];
const _errs103 = errors;
if(errors === _errs103){
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
let missing10;
if(((data52.metric === undefined) && (missing10 = "metric")) || ((data52.time === undefined) && (missing10 = "time"))){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4,schemaPath:"#/properties/history/properties/points/items/required",keyword:"required",params:{missingProperty: missing10}}];
return false;
}
else {
if(data52.metric !== undefined){
const _errs105 = errors;
if(typeof data52.metric !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/metric",schemaPath:"#/properties/history/properties/points/items/properties/metric/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid15 = _errs105 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data52.time !== undefined){
let data54 = data52.time;
const _errs107 = errors;
if(errors === _errs107){
if(errors === _errs107){
if(typeof data54 === "string"){
if(!(formats0.test(data54))){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/time",schemaPath:"#/properties/history/properties/points/items/properties/time/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/time",schemaPath:"#/properties/history/properties/points/items/properties/time/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid15 = _errs107 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data52.gapSeconds !== undefined){
let data55 = data52.gapSeconds;
const _errs109 = errors;
if(errors === _errs109){
if(Array.isArray(data55)){
if(data55.length > 2){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds",schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
var valid16 = true;
const len5 = data55.length;
for(let i5=0; i5<len5; i5++){
let data56 = data55[i5];
const _errs111 = errors;
if(!(((typeof data56 == "number") && (!(data56 % 1) && !isNaN(data56))) && (isFinite(data56)))){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds/" + i5,schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/items/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs111){
if((typeof data56 == "number") && (isFinite(data56))){
if(data56 > 2147483647 || isNaN(data56)){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds/" + i5,schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data56 < 0 || isNaN(data56)){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds/" + i5,schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid16 = _errs111 === errors;
if(!valid16){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds",schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid15 = _errs109 === errors;
}
else {
var valid15 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4,schemaPath:"#/properties/history/properties/points/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid14 = _errs103 === errors;
if(!valid14){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/points",schemaPath:"#/properties/history/properties/points/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs101 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reset !== undefined){
let data57 = data0.reset;
const _errs113 = errors;
if(errors === _errs113){
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
let missing11;
if(((data57.since === undefined) && (missing11 = "since")) || ((data57.reason === undefined) && (missing11 = "reason"))){
validate21.errors = [{instancePath:instancePath+"/history/reset",schemaPath:"#/properties/history/properties/reset/required",keyword:"required",params:{missingProperty: missing11}}];
return false;
}
else {
if(data57.since !== undefined){
let data58 = data57.since;
const _errs115 = errors;
if(errors === _errs115){
if(errors === _errs115){
if(typeof data58 === "string"){
if(!(formats0.test(data58))){
validate21.errors = [{instancePath:instancePath+"/history/reset/since",schemaPath:"#/properties/history/properties/reset/properties/since/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/reset/since",schemaPath:"#/properties/history/properties/reset/properties/since/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid17 = _errs115 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data57.reason !== undefined){
let data59 = data57.reason;
const _errs117 = errors;
if(typeof data59 !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/reset/reason",schemaPath:"#/properties/history/properties/reset/properties/reason/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data59 === "UnknownVersion") || (data59 === "InvalidHistory"))){
validate21.errors = [{instancePath:instancePath+"/history/reset/reason",schemaPath:"#/properties/history/properties/reset/properties/reason/enum",keyword:"enum",params:{allowedValues: schema6.properties.history.properties.reset.properties.reason.enum}}];
return false;
}
var valid17 = _errs117 === errors;
}
else {
var valid17 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/reset",schemaPath:"#/properties/history/properties/reset/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs113 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.slots !== undefined){
let data60 = data0.slots;
const _errs119 = errors;
if(errors === _errs119){
if(data60 && typeof data60 == "object" && !Array.isArray(data60)){
if(data60.scaleUps !== undefined){
const _errs121 = errors;
if(!(validate25(data60.scaleUps, {instancePath:instancePath+"/history/slots/scaleUps",parentData:data60,parentDataProperty:"scaleUps",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid18 = _errs121 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.scaleDowns !== undefined){
const _errs122 = errors;
if(!(validate25(data60.scaleDowns, {instancePath:instancePath+"/history/slots/scaleDowns",parentData:data60,parentDataProperty:"scaleDowns",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid18 = _errs122 === errors;
}
else {
var valid18 = true;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/slots",schemaPath:"#/properties/history/properties/slots/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs119 === errors;
}
else {
var valid1 = true;
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
}
else {
validate21.errors = [{instancePath:instancePath+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type: "object"}}];
return false;
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

export const schema = {"type":"object","required":["history"],"properties":{"history":{"type":"object","required":["targetUID"],"properties":{"version":{"type":"integer","const":1},"targetUID":{"type":"string","maxLength":128},"recommendations":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"lowestRecommendations":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"scaleEvents":{"type":"array","maxItems":32,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":-2147483647,"maximum":2147483647},"cause":{"type":"string","enum":["Bounds"]},"span":{"type":"object","required":["since","up","down"],"properties":{"since":{"type":"string","format":"date-time"},"up":{"type":"integer","minimum":0,"maximum":2147483647},"down":{"type":"integer","minimum":-2147483647,"maximum":2147483647}}}}}},"pending":{"type":"object","required":["from","to","time","targetUID"],"properties":{"from":{"type":"integer","minimum":0,"maximum":2147483647},"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"},"targetUID":{"type":"string","maxLength":128},"scaledToZero":{"type":"boolean"},"cause":{"type":"string","enum":["Bounds"]},"answered":{"type":"integer","minimum":0,"maximum":2147483647}}},"added":{"type":"object","required":["to","time"],"properties":{"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"}}},"scaledToZero":{"type":"boolean"},"rollout":{"type":"object","required":["since"],"properties":{"since":{"type":"string","format":"date-time"},"kind":{"type":"string","enum":["Rolling","Announced"]},"announced":{"type":"string","format":"date-time"}}},"failingSince":{"type":"string","format":"date-time"},"cap":{"type":"object","required":["max","since"],"properties":{"max":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"},"from":{"type":"integer","minimum":0,"maximum":2147483647}}},"thresholds":{"type":"array","maxItems":32,"items":{"type":"object","required":["name","condition"],"properties":{"name":{"type":"string"},"condition":{"type":"string"},"addsReplicas":{"type":"boolean"},"since":{"type":"string","format":"date-time"},"last":{"type":"string","format":"date-time"},"replicas":{"type":"integer","minimum":0,"maximum":2147483647},"notBefore":{"type":"string","format":"date-time"},"gapSeconds":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"idleSince":{"type":"string","format":"date-time"},"failures":{"type":"array","maxItems":64,"items":{"type":"object","required":["metric","since"],"properties":{"metric":{"type":"string"},"since":{"type":"string","format":"date-time"}}}},"points":{"type":"array","maxItems":32,"items":{"type":"object","required":["metric","time"],"properties":{"metric":{"type":"string"},"time":{"type":"string","format":"date-time"},"gapSeconds":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"reset":{"type":"object","required":["since","reason"],"properties":{"since":{"type":"string","format":"date-time"},"reason":{"type":"string","enum":["UnknownVersion","InvalidHistory"]}}},"slots":{"type":"object","properties":{"scaleUps":{"type":"array","maxItems":128,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}},"scaleDowns":{"type":"array","maxItems":128,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}}}}}}}};
