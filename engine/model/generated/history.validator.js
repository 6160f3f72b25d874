// Generated from engine/model/history.schema.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["history"],"properties":{"history":{"type":"object","required":["targetUID"],"properties":{"version":{"type":"integer","const":1},"targetUID":{"type":"string","maxLength":128},"recommendations":{"$ref":"#/$defs/part0"},"lowestRecommendations":{"$ref":"#/$defs/part0"},"scaleEvents":{"type":"array","maxItems":32,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":-2147483647,"maximum":2147483647},"cause":{"type":"string","enum":["Bounds"]},"span":{"type":"object","required":["since","up","down"],"properties":{"since":{"type":"string","format":"date-time"},"up":{"type":"integer","minimum":0,"maximum":2147483647},"down":{"type":"integer","minimum":-2147483647,"maximum":2147483647}}}}}},"pending":{"type":"object","required":["from","to","time","targetUID"],"properties":{"from":{"type":"integer","minimum":0,"maximum":2147483647},"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"},"targetUID":{"type":"string","maxLength":128},"scaledToZero":{"type":"boolean"},"cause":{"type":"string","enum":["Bounds"]},"answered":{"type":"integer","minimum":0,"maximum":2147483647}}},"added":{"type":"object","required":["to","time"],"properties":{"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"},"moved":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}},"scaledToZero":{"type":"boolean"},"rollout":{"type":"object","required":["since"],"properties":{"since":{"type":"string","format":"date-time"},"kind":{"type":"string","enum":["Rolling","Announced"]},"announced":{"type":"string","format":"date-time"}}},"healthHold":{"type":"object","required":["since"],"properties":{"since":{"type":"string","format":"date-time"},"until":{"type":"string","format":"date-time"}}},"cap":{"type":"object","required":["max","since"],"properties":{"max":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"},"from":{"type":"integer","minimum":0,"maximum":2147483647}}},"thresholds":{"type":"array","maxItems":32,"items":{"type":"object","required":["name","condition"],"properties":{"name":{"type":"string"},"condition":{"type":"string"},"addsReplicas":{"type":"boolean"},"since":{"type":"string","format":"date-time"},"last":{"type":"string","format":"date-time"},"replicas":{"type":"integer","minimum":0,"maximum":2147483647},"notBefore":{"type":"string","format":"date-time"},"gapSeconds":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"idleSince":{"type":"string","format":"date-time"},"idleForSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"failures":{"type":"array","maxItems":64,"items":{"type":"object","required":["metric","since"],"properties":{"metric":{"type":"string"},"since":{"type":"string","format":"date-time"}}}},"points":{"type":"array","maxItems":32,"items":{"type":"object","required":["metric","time"],"properties":{"metric":{"type":"string"},"time":{"type":"string","format":"date-time"},"gapSeconds":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"reset":{"type":"object","required":["since","reason"],"properties":{"since":{"type":"string","format":"date-time"},"reason":{"type":"string","enum":["UnknownVersion","InvalidHistory"]}}},"slots":{"type":"object","properties":{"scaleUps":{"$ref":"#/$defs/part1"},"scaleDowns":{"$ref":"#/$defs/part1"}}}}}},"$defs":{"part0":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"part1":{"type":"array","maxItems":128,"items":{"$ref":"#/$defs/part2"}},"part2":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}}};
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
if(valid6){
if(data22.moved !== undefined){
let data25 = data22.moved;
const _errs49 = errors;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
validate21.errors = [{instancePath:instancePath+"/history/added/moved",schemaPath:"#/properties/history/properties/added/properties/moved/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs49){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 2147483647 || isNaN(data25)){
validate21.errors = [{instancePath:instancePath+"/history/added/moved",schemaPath:"#/properties/history/properties/added/properties/moved/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data25 < -2147483648 || isNaN(data25)){
validate21.errors = [{instancePath:instancePath+"/history/added/moved",schemaPath:"#/properties/history/properties/added/properties/moved/minimum",keyword:"minimum",params:{comparison: ">=", limit: -2147483648}}];
return false;
}
}
}
}
var valid6 = _errs49 === errors;
}
else {
var valid6 = true;
}
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
const _errs51 = errors;
if(typeof data0.scaledToZero !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/history/scaledToZero",schemaPath:"#/properties/history/properties/scaledToZero/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid1 = _errs51 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.rollout !== undefined){
let data27 = data0.rollout;
const _errs53 = errors;
if(errors === _errs53){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing6;
if((data27.since === undefined) && (missing6 = "since")){
validate21.errors = [{instancePath:instancePath+"/history/rollout",schemaPath:"#/properties/history/properties/rollout/required",keyword:"required",params:{missingProperty: missing6}}];
return false;
}
else {
if(data27.since !== undefined){
let data28 = data27.since;
const _errs55 = errors;
if(errors === _errs55){
if(errors === _errs55){
if(typeof data28 === "string"){
if(!(formats0.test(data28))){
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
var valid7 = _errs55 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data27.kind !== undefined){
let data29 = data27.kind;
const _errs57 = errors;
if(typeof data29 !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/rollout/kind",schemaPath:"#/properties/history/properties/rollout/properties/kind/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data29 === "Rolling") || (data29 === "Announced"))){
validate21.errors = [{instancePath:instancePath+"/history/rollout/kind",schemaPath:"#/properties/history/properties/rollout/properties/kind/enum",keyword:"enum",params:{allowedValues: schema6.properties.history.properties.rollout.properties.kind.enum}}];
return false;
}
var valid7 = _errs57 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data27.announced !== undefined){
let data30 = data27.announced;
const _errs59 = errors;
if(errors === _errs59){
if(errors === _errs59){
if(typeof data30 === "string"){
if(!(formats0.test(data30))){
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
var valid7 = _errs59 === errors;
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
var valid1 = _errs53 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.healthHold !== undefined){
let data31 = data0.healthHold;
const _errs61 = errors;
if(errors === _errs61){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing7;
if((data31.since === undefined) && (missing7 = "since")){
validate21.errors = [{instancePath:instancePath+"/history/healthHold",schemaPath:"#/properties/history/properties/healthHold/required",keyword:"required",params:{missingProperty: missing7}}];
return false;
}
else {
if(data31.since !== undefined){
let data32 = data31.since;
const _errs63 = errors;
if(errors === _errs63){
if(errors === _errs63){
if(typeof data32 === "string"){
if(!(formats0.test(data32))){
validate21.errors = [{instancePath:instancePath+"/history/healthHold/since",schemaPath:"#/properties/history/properties/healthHold/properties/since/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/healthHold/since",schemaPath:"#/properties/history/properties/healthHold/properties/since/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data31.until !== undefined){
let data33 = data31.until;
const _errs65 = errors;
if(errors === _errs65){
if(errors === _errs65){
if(typeof data33 === "string"){
if(!(formats0.test(data33))){
validate21.errors = [{instancePath:instancePath+"/history/healthHold/until",schemaPath:"#/properties/history/properties/healthHold/properties/until/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/healthHold/until",schemaPath:"#/properties/history/properties/healthHold/properties/until/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/healthHold",schemaPath:"#/properties/history/properties/healthHold/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs61 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.cap !== undefined){
let data34 = data0.cap;
const _errs67 = errors;
if(errors === _errs67){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
let missing8;
if(((data34.max === undefined) && (missing8 = "max")) || ((data34.since === undefined) && (missing8 = "since"))){
validate21.errors = [{instancePath:instancePath+"/history/cap",schemaPath:"#/properties/history/properties/cap/required",keyword:"required",params:{missingProperty: missing8}}];
return false;
}
else {
if(data34.max !== undefined){
let data35 = data34.max;
const _errs69 = errors;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
validate21.errors = [{instancePath:instancePath+"/history/cap/max",schemaPath:"#/properties/history/properties/cap/properties/max/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs69){
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 2147483647 || isNaN(data35)){
validate21.errors = [{instancePath:instancePath+"/history/cap/max",schemaPath:"#/properties/history/properties/cap/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data35 < 0 || isNaN(data35)){
validate21.errors = [{instancePath:instancePath+"/history/cap/max",schemaPath:"#/properties/history/properties/cap/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid9 = _errs69 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data34.since !== undefined){
let data36 = data34.since;
const _errs71 = errors;
if(errors === _errs71){
if(errors === _errs71){
if(typeof data36 === "string"){
if(!(formats0.test(data36))){
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
var valid9 = _errs71 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data34.from !== undefined){
let data37 = data34.from;
const _errs73 = errors;
if(!(((typeof data37 == "number") && (!(data37 % 1) && !isNaN(data37))) && (isFinite(data37)))){
validate21.errors = [{instancePath:instancePath+"/history/cap/from",schemaPath:"#/properties/history/properties/cap/properties/from/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs73){
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 > 2147483647 || isNaN(data37)){
validate21.errors = [{instancePath:instancePath+"/history/cap/from",schemaPath:"#/properties/history/properties/cap/properties/from/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data37 < 0 || isNaN(data37)){
validate21.errors = [{instancePath:instancePath+"/history/cap/from",schemaPath:"#/properties/history/properties/cap/properties/from/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid9 = _errs73 === errors;
}
else {
var valid9 = true;
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
var valid1 = _errs67 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.thresholds !== undefined){
let data38 = data0.thresholds;
const _errs75 = errors;
if(errors === _errs75){
if(Array.isArray(data38)){
if(data38.length > 32){
validate21.errors = [{instancePath:instancePath+"/history/thresholds",schemaPath:"#/properties/history/properties/thresholds/maxItems",keyword:"maxItems",params:{limit: 32}}];
return false;
}
else {
var valid10 = true;
const len1 = data38.length;
for(let i1=0; i1<len1; i1++){
let data39 = data38[i1];
const _errs77 = errors;
if(errors === _errs77){
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
let missing9;
if(((data39.name === undefined) && (missing9 = "name")) || ((data39.condition === undefined) && (missing9 = "condition"))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1,schemaPath:"#/properties/history/properties/thresholds/items/required",keyword:"required",params:{missingProperty: missing9}}];
return false;
}
else {
if(data39.name !== undefined){
const _errs79 = errors;
if(typeof data39.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/name",schemaPath:"#/properties/history/properties/thresholds/items/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs79 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.condition !== undefined){
const _errs81 = errors;
if(typeof data39.condition !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/condition",schemaPath:"#/properties/history/properties/thresholds/items/properties/condition/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs81 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.addsReplicas !== undefined){
const _errs83 = errors;
if(typeof data39.addsReplicas !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/addsReplicas",schemaPath:"#/properties/history/properties/thresholds/items/properties/addsReplicas/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid11 = _errs83 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.since !== undefined){
let data43 = data39.since;
const _errs85 = errors;
if(errors === _errs85){
if(errors === _errs85){
if(typeof data43 === "string"){
if(!(formats0.test(data43))){
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
var valid11 = _errs85 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.last !== undefined){
let data44 = data39.last;
const _errs87 = errors;
if(errors === _errs87){
if(errors === _errs87){
if(typeof data44 === "string"){
if(!(formats0.test(data44))){
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
var valid11 = _errs87 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.replicas !== undefined){
let data45 = data39.replicas;
const _errs89 = errors;
if(!(((typeof data45 == "number") && (!(data45 % 1) && !isNaN(data45))) && (isFinite(data45)))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/replicas",schemaPath:"#/properties/history/properties/thresholds/items/properties/replicas/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs89){
if((typeof data45 == "number") && (isFinite(data45))){
if(data45 > 2147483647 || isNaN(data45)){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/replicas",schemaPath:"#/properties/history/properties/thresholds/items/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data45 < 0 || isNaN(data45)){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/replicas",schemaPath:"#/properties/history/properties/thresholds/items/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid11 = _errs89 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.notBefore !== undefined){
let data46 = data39.notBefore;
const _errs91 = errors;
if(errors === _errs91){
if(errors === _errs91){
if(typeof data46 === "string"){
if(!(formats0.test(data46))){
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
var valid11 = _errs91 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.gapSeconds !== undefined){
let data47 = data39.gapSeconds;
const _errs93 = errors;
if(errors === _errs93){
if(Array.isArray(data47)){
if(data47.length > 2){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds",schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
var valid12 = true;
const len2 = data47.length;
for(let i2=0; i2<len2; i2++){
let data48 = data47[i2];
const _errs95 = errors;
if(!(((typeof data48 == "number") && (!(data48 % 1) && !isNaN(data48))) && (isFinite(data48)))){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds/" + i2,schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/items/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs95){
if((typeof data48 == "number") && (isFinite(data48))){
if(data48 > 2147483647 || isNaN(data48)){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds/" + i2,schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data48 < 0 || isNaN(data48)){
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds/" + i2,schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
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
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1+"/gapSeconds",schemaPath:"#/properties/history/properties/thresholds/items/properties/gapSeconds/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid11 = _errs93 === errors;
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
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/thresholds/" + i1,schemaPath:"#/properties/history/properties/thresholds/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid10 = _errs77 === errors;
if(!valid10){
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
var valid1 = _errs75 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.idleSince !== undefined){
let data49 = data0.idleSince;
const _errs97 = errors;
if(errors === _errs97){
if(errors === _errs97){
if(typeof data49 === "string"){
if(!(formats0.test(data49))){
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
var valid1 = _errs97 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.idleForSeconds !== undefined){
let data50 = data0.idleForSeconds;
const _errs99 = errors;
if(!(((typeof data50 == "number") && (!(data50 % 1) && !isNaN(data50))) && (isFinite(data50)))){
validate21.errors = [{instancePath:instancePath+"/history/idleForSeconds",schemaPath:"#/properties/history/properties/idleForSeconds/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs99){
if((typeof data50 == "number") && (isFinite(data50))){
if(data50 > 2147483647 || isNaN(data50)){
validate21.errors = [{instancePath:instancePath+"/history/idleForSeconds",schemaPath:"#/properties/history/properties/idleForSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data50 < 0 || isNaN(data50)){
validate21.errors = [{instancePath:instancePath+"/history/idleForSeconds",schemaPath:"#/properties/history/properties/idleForSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid1 = _errs99 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.failures !== undefined){
let data51 = data0.failures;
const _errs101 = errors;
if(errors === _errs101){
if(Array.isArray(data51)){
if(data51.length > 64){
validate21.errors = [{instancePath:instancePath+"/history/failures",schemaPath:"#/properties/history/properties/failures/maxItems",keyword:"maxItems",params:{limit: 64}}];
return false;
}
else {
var valid13 = true;
const len3 = data51.length;
for(let i3=0; i3<len3; i3++){
let data52 = data51[i3];
const _errs103 = errors;
if(errors === _errs103){
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
let missing10;
if(((data52.metric === undefined) && (missing10 = "metric")) || ((data52.since === undefined) && (missing10 = "since"))){
validate21.errors = [{instancePath:instancePath+"/history/failures/" + i3,schemaPath:"#/properties/history/properties/failures/items/required",keyword:"required",params:{missingProperty: missing10}}];
return false;
}
else {
if(data52.metric !== undefined){
const _errs105 = errors;
if(typeof data52.metric !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/failures/" + i3+"/metric",schemaPath:"#/properties/history/properties/failures/items/properties/metric/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid14 = _errs105 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data52.since !== undefined){
let data54 = data52.since;
const _errs107 = errors;
if(errors === _errs107){
if(errors === _errs107){
if(typeof data54 === "string"){
if(!(formats0.test(data54))){
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
var valid14 = _errs107 === errors;
}
else {
var valid14 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/failures/" + i3,schemaPath:"#/properties/history/properties/failures/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid13 = _errs103 === errors;
if(!valid13){
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
var valid1 = _errs101 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.points !== undefined){
let data55 = data0.points;
const _errs109 = errors;
if(errors === _errs109){
if(Array.isArray(data55)){
if(data55.length > 32){
validate21.errors = [{instancePath:instancePath+"/history/points",schemaPath:"#/properties/history/properties/points/maxItems",keyword:"maxItems",params:{limit: 32}}];
return false;
}
else {
var valid15 = true;
const len4 = data55.length;
for(let i4=0; i4<len4; i4++){
let data56 = data55[i4];
const _errs111 = errors;
if(errors === _errs111){
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
let missing11;
if(((data56.metric === undefined) && (missing11 = "metric")) || ((data56.time === undefined) && (missing11 = "time"))){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4,schemaPath:"#/properties/history/properties/points/items/required",keyword:"required",params:{missingProperty: missing11}}];
return false;
}
else {
if(data56.metric !== undefined){
const _errs113 = errors;
if(typeof data56.metric !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/metric",schemaPath:"#/properties/history/properties/points/items/properties/metric/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid16 = _errs113 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data56.time !== undefined){
let data58 = data56.time;
const _errs115 = errors;
if(errors === _errs115){
if(errors === _errs115){
if(typeof data58 === "string"){
if(!(formats0.test(data58))){
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
var valid16 = _errs115 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data56.gapSeconds !== undefined){
let data59 = data56.gapSeconds;
const _errs117 = errors;
if(errors === _errs117){
if(Array.isArray(data59)){
if(data59.length > 2){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds",schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/maxItems",keyword:"maxItems",params:{limit: 2}}];
return false;
}
else {
var valid17 = true;
const len5 = data59.length;
for(let i5=0; i5<len5; i5++){
let data60 = data59[i5];
const _errs119 = errors;
if(!(((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60))) && (isFinite(data60)))){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds/" + i5,schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/items/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs119){
if((typeof data60 == "number") && (isFinite(data60))){
if(data60 > 2147483647 || isNaN(data60)){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds/" + i5,schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data60 < 0 || isNaN(data60)){
validate21.errors = [{instancePath:instancePath+"/history/points/" + i4+"/gapSeconds/" + i5,schemaPath:"#/properties/history/properties/points/items/properties/gapSeconds/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid17 = _errs119 === errors;
if(!valid17){
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
var valid16 = _errs117 === errors;
}
else {
var valid16 = true;
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
var valid15 = _errs111 === errors;
if(!valid15){
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
var valid1 = _errs109 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reset !== undefined){
let data61 = data0.reset;
const _errs121 = errors;
if(errors === _errs121){
if(data61 && typeof data61 == "object" && !Array.isArray(data61)){
let missing12;
if(((data61.since === undefined) && (missing12 = "since")) || ((data61.reason === undefined) && (missing12 = "reason"))){
validate21.errors = [{instancePath:instancePath+"/history/reset",schemaPath:"#/properties/history/properties/reset/required",keyword:"required",params:{missingProperty: missing12}}];
return false;
}
else {
if(data61.since !== undefined){
let data62 = data61.since;
const _errs123 = errors;
if(errors === _errs123){
if(errors === _errs123){
if(typeof data62 === "string"){
if(!(formats0.test(data62))){
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
var valid18 = _errs123 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data61.reason !== undefined){
let data63 = data61.reason;
const _errs125 = errors;
if(typeof data63 !== "string"){
validate21.errors = [{instancePath:instancePath+"/history/reset/reason",schemaPath:"#/properties/history/properties/reset/properties/reason/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data63 === "UnknownVersion") || (data63 === "InvalidHistory"))){
validate21.errors = [{instancePath:instancePath+"/history/reset/reason",schemaPath:"#/properties/history/properties/reset/properties/reason/enum",keyword:"enum",params:{allowedValues: schema6.properties.history.properties.reset.properties.reason.enum}}];
return false;
}
var valid18 = _errs125 === errors;
}
else {
var valid18 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/reset",schemaPath:"#/properties/history/properties/reset/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs121 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.slots !== undefined){
let data64 = data0.slots;
const _errs127 = errors;
if(errors === _errs127){
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(data64.scaleUps !== undefined){
const _errs129 = errors;
if(!(validate25(data64.scaleUps, {instancePath:instancePath+"/history/slots/scaleUps",parentData:data64,parentDataProperty:"scaleUps",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid19 = _errs129 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data64.scaleDowns !== undefined){
const _errs130 = errors;
if(!(validate25(data64.scaleDowns, {instancePath:instancePath+"/history/slots/scaleDowns",parentData:data64,parentDataProperty:"scaleDowns",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid19 = _errs130 === errors;
}
else {
var valid19 = true;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/history/slots",schemaPath:"#/properties/history/properties/slots/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs127 === errors;
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

export const schema = {"type":"object","required":["history"],"properties":{"history":{"type":"object","required":["targetUID"],"properties":{"version":{"type":"integer","const":1},"targetUID":{"type":"string","maxLength":128},"recommendations":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"lowestRecommendations":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"scaleEvents":{"type":"array","maxItems":32,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":-2147483647,"maximum":2147483647},"cause":{"type":"string","enum":["Bounds"]},"span":{"type":"object","required":["since","up","down"],"properties":{"since":{"type":"string","format":"date-time"},"up":{"type":"integer","minimum":0,"maximum":2147483647},"down":{"type":"integer","minimum":-2147483647,"maximum":2147483647}}}}}},"pending":{"type":"object","required":["from","to","time","targetUID"],"properties":{"from":{"type":"integer","minimum":0,"maximum":2147483647},"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"},"targetUID":{"type":"string","maxLength":128},"scaledToZero":{"type":"boolean"},"cause":{"type":"string","enum":["Bounds"]},"answered":{"type":"integer","minimum":0,"maximum":2147483647}}},"added":{"type":"object","required":["to","time"],"properties":{"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"},"moved":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}},"scaledToZero":{"type":"boolean"},"rollout":{"type":"object","required":["since"],"properties":{"since":{"type":"string","format":"date-time"},"kind":{"type":"string","enum":["Rolling","Announced"]},"announced":{"type":"string","format":"date-time"}}},"healthHold":{"type":"object","required":["since"],"properties":{"since":{"type":"string","format":"date-time"},"until":{"type":"string","format":"date-time"}}},"cap":{"type":"object","required":["max","since"],"properties":{"max":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"},"from":{"type":"integer","minimum":0,"maximum":2147483647}}},"thresholds":{"type":"array","maxItems":32,"items":{"type":"object","required":["name","condition"],"properties":{"name":{"type":"string"},"condition":{"type":"string"},"addsReplicas":{"type":"boolean"},"since":{"type":"string","format":"date-time"},"last":{"type":"string","format":"date-time"},"replicas":{"type":"integer","minimum":0,"maximum":2147483647},"notBefore":{"type":"string","format":"date-time"},"gapSeconds":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"idleSince":{"type":"string","format":"date-time"},"idleForSeconds":{"type":"integer","minimum":0,"maximum":2147483647},"failures":{"type":"array","maxItems":64,"items":{"type":"object","required":["metric","since"],"properties":{"metric":{"type":"string"},"since":{"type":"string","format":"date-time"}}}},"points":{"type":"array","maxItems":32,"items":{"type":"object","required":["metric","time"],"properties":{"metric":{"type":"string"},"time":{"type":"string","format":"date-time"},"gapSeconds":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":0,"maximum":2147483647}}}}},"reset":{"type":"object","required":["since","reason"],"properties":{"since":{"type":"string","format":"date-time"},"reason":{"type":"string","enum":["UnknownVersion","InvalidHistory"]}}},"slots":{"type":"object","properties":{"scaleUps":{"type":"array","maxItems":128,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}},"scaleDowns":{"type":"array","maxItems":128,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}}}}}}}};
