// Generated from engine/history/history.schema.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["history"],"properties":{"history":{"type":"object","required":["version","targetUID"],"properties":{"version":{"type":"integer","const":1},"targetUID":{"type":"string","maxLength":128},"recommendations":{"$ref":"#/$defs/part0"},"lowestRecommendations":{"$ref":"#/$defs/part0"},"scaleEvents":{"type":"array","maxItems":32,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":-2147483647,"maximum":2147483647},"span":{"type":"object","required":["since","up","down"],"properties":{"since":{"type":"string","format":"date-time"},"up":{"type":"integer","minimum":0,"maximum":2147483647},"down":{"type":"integer","minimum":-2147483647,"maximum":2147483647}}}}}},"pending":{"type":"object","required":["from","to","time","targetUID"],"properties":{"from":{"type":"integer","minimum":0,"maximum":2147483647},"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"},"targetUID":{"type":"string","maxLength":128},"scaledToZero":{"type":"boolean"}}},"scaledToZero":{"type":"boolean"},"rollout":{"type":"object","required":["since"],"properties":{"since":{"type":"string","format":"date-time"}}},"zeroReadings":{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":2147483647}},"thresholds":{"type":"array","maxItems":32,"items":{"type":"object","required":["name","condition"],"properties":{"name":{"type":"string"},"condition":{"type":"string"},"since":{"type":"string","format":"date-time"},"last":{"type":"string","format":"date-time"},"level":{"type":"integer","minimum":0,"maximum":2147483647},"notBefore":{"type":"string","format":"date-time"}}}},"slots":{"type":"object","properties":{"scaleUps":{"$ref":"#/$defs/part1"},"scaleDowns":{"$ref":"#/$defs/part1"}}}}}},"$defs":{"part0":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"part1":{"type":"array","maxItems":128,"items":{"$ref":"#/$defs/part2"}},"part2":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}}};
const func2 = text => { let length = 0; for (const _ of text) length += 1; return length; };
const schema7 = {"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}};
const formats0 = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(data0.since === undefined){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "since"}};
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
if(data1 < 0 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/" + i0+"/value",schemaPath:"#/items/properties/value/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data0.since !== undefined){
let data2 = data0.since;
if(typeof data2 === "string"){
if(!(formats0.test(data2))){
const err6 = {instancePath:instancePath+"/" + i0+"/since",schemaPath:"#/items/properties/since/format",keyword:"format",params:{format: "date-time"}};
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
const err7 = {instancePath:instancePath+"/" + i0+"/since",schemaPath:"#/items/properties/since/type",keyword:"type",params:{type: "string"}};
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
const err8 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"}};
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
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const schema8 = {"type":"array","maxItems":128,"items":{"$ref":"#/$defs/part2"}};
const schema9 = {"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.time === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "time"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.change === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "change"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.time !== undefined){
let data0 = data.time;
if(typeof data0 === "string"){
if(!(formats0.test(data0))){
const err2 = {instancePath:instancePath+"/time",schemaPath:"#/properties/time/format",keyword:"format",params:{format: "date-time"}};
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
const err3 = {instancePath:instancePath+"/time",schemaPath:"#/properties/time/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.change !== undefined){
let data1 = data.change;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/change",schemaPath:"#/properties/change/type",keyword:"type",params:{type: "integer"}};
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
const err5 = {instancePath:instancePath+"/change",schemaPath:"#/properties/change/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/change",schemaPath:"#/properties/change/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data.outdated !== undefined){
if(typeof data.outdated !== "boolean"){
const err7 = {instancePath:instancePath+"/outdated",schemaPath:"#/properties/outdated/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.oneWay !== undefined){
if(typeof data.oneWay !== "boolean"){
const err8 = {instancePath:instancePath+"/oneWay",schemaPath:"#/properties/oneWay/type",keyword:"type",params:{type: "boolean"}};
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
validate26.errors = vErrors;
return errors === 0;
}


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 128){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 128}};
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
if(!(validate26(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
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
validate25.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.history === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "history"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.history !== undefined){
let data0 = data.history;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.version === undefined){
const err1 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.targetUID === undefined){
const err2 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty: "targetUID"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.version !== undefined){
let data1 = data0.version;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/history/version",schemaPath:"#/properties/history/properties/version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(1 !== data1){
const err4 = {instancePath:instancePath+"/history/version",schemaPath:"#/properties/history/properties/version/const",keyword:"const",params:{allowedValue: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.targetUID !== undefined){
let data2 = data0.targetUID;
if(typeof data2 === "string"){
if(func2(data2) > 128){
const err5 = {instancePath:instancePath+"/history/targetUID",schemaPath:"#/properties/history/properties/targetUID/maxLength",keyword:"maxLength",params:{limit: 128}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/history/targetUID",schemaPath:"#/properties/history/properties/targetUID/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data0.recommendations !== undefined){
if(!(validate22(data0.recommendations, {instancePath:instancePath+"/history/recommendations",parentData:data0,parentDataProperty:"recommendations",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data0.lowestRecommendations !== undefined){
if(!(validate22(data0.lowestRecommendations, {instancePath:instancePath+"/history/lowestRecommendations",parentData:data0,parentDataProperty:"lowestRecommendations",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data0.scaleEvents !== undefined){
let data5 = data0.scaleEvents;
if(Array.isArray(data5)){
if(data5.length > 32){
const err7 = {instancePath:instancePath+"/history/scaleEvents",schemaPath:"#/properties/history/properties/scaleEvents/maxItems",keyword:"maxItems",params:{limit: 32}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.time === undefined){
const err8 = {instancePath:instancePath+"/history/scaleEvents/" + i0,schemaPath:"#/properties/history/properties/scaleEvents/items/required",keyword:"required",params:{missingProperty: "time"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data6.change === undefined){
const err9 = {instancePath:instancePath+"/history/scaleEvents/" + i0,schemaPath:"#/properties/history/properties/scaleEvents/items/required",keyword:"required",params:{missingProperty: "change"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data6.time !== undefined){
let data7 = data6.time;
if(typeof data7 === "string"){
if(!(formats0.test(data7))){
const err10 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/time",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/time/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/time",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/time/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data6.change !== undefined){
let data8 = data6.change;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err12 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/change",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/change/type",keyword:"type",params:{type: "integer"}};
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
const err13 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/change",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/change/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data8 < -2147483647 || isNaN(data8)){
const err14 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/change",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/change/minimum",keyword:"minimum",params:{comparison: ">=", limit: -2147483647}};
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
if(data6.span !== undefined){
let data9 = data6.span;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.since === undefined){
const err15 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/required",keyword:"required",params:{missingProperty: "since"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data9.up === undefined){
const err16 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/required",keyword:"required",params:{missingProperty: "up"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data9.down === undefined){
const err17 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/required",keyword:"required",params:{missingProperty: "down"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data9.since !== undefined){
let data10 = data9.since;
if(typeof data10 === "string"){
if(!(formats0.test(data10))){
const err18 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/since",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/since/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/since",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/since/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data9.up !== undefined){
let data11 = data9.up;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err20 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/up",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/up/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 2147483647 || isNaN(data11)){
const err21 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/up",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/up/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err22 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/up",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/up/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data9.down !== undefined){
let data12 = data9.down;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err23 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/down",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/down/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 2147483647 || isNaN(data12)){
const err24 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/down",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/down/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data12 < -2147483647 || isNaN(data12)){
const err25 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span/down",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/properties/down/minimum",keyword:"minimum",params:{comparison: ">=", limit: -2147483647}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
}
else {
const err26 = {instancePath:instancePath+"/history/scaleEvents/" + i0+"/span",schemaPath:"#/properties/history/properties/scaleEvents/items/properties/span/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/history/scaleEvents/" + i0,schemaPath:"#/properties/history/properties/scaleEvents/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/history/scaleEvents",schemaPath:"#/properties/history/properties/scaleEvents/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data0.pending !== undefined){
let data13 = data0.pending;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.from === undefined){
const err29 = {instancePath:instancePath+"/history/pending",schemaPath:"#/properties/history/properties/pending/required",keyword:"required",params:{missingProperty: "from"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data13.to === undefined){
const err30 = {instancePath:instancePath+"/history/pending",schemaPath:"#/properties/history/properties/pending/required",keyword:"required",params:{missingProperty: "to"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data13.time === undefined){
const err31 = {instancePath:instancePath+"/history/pending",schemaPath:"#/properties/history/properties/pending/required",keyword:"required",params:{missingProperty: "time"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data13.targetUID === undefined){
const err32 = {instancePath:instancePath+"/history/pending",schemaPath:"#/properties/history/properties/pending/required",keyword:"required",params:{missingProperty: "targetUID"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data13.from !== undefined){
let data14 = data13.from;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err33 = {instancePath:instancePath+"/history/pending/from",schemaPath:"#/properties/history/properties/pending/properties/from/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 2147483647 || isNaN(data14)){
const err34 = {instancePath:instancePath+"/history/pending/from",schemaPath:"#/properties/history/properties/pending/properties/from/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data14 < 0 || isNaN(data14)){
const err35 = {instancePath:instancePath+"/history/pending/from",schemaPath:"#/properties/history/properties/pending/properties/from/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data13.to !== undefined){
let data15 = data13.to;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err36 = {instancePath:instancePath+"/history/pending/to",schemaPath:"#/properties/history/properties/pending/properties/to/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 2147483647 || isNaN(data15)){
const err37 = {instancePath:instancePath+"/history/pending/to",schemaPath:"#/properties/history/properties/pending/properties/to/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data15 < 0 || isNaN(data15)){
const err38 = {instancePath:instancePath+"/history/pending/to",schemaPath:"#/properties/history/properties/pending/properties/to/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data13.time !== undefined){
let data16 = data13.time;
if(typeof data16 === "string"){
if(!(formats0.test(data16))){
const err39 = {instancePath:instancePath+"/history/pending/time",schemaPath:"#/properties/history/properties/pending/properties/time/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/history/pending/time",schemaPath:"#/properties/history/properties/pending/properties/time/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data13.targetUID !== undefined){
let data17 = data13.targetUID;
if(typeof data17 === "string"){
if(func2(data17) > 128){
const err41 = {instancePath:instancePath+"/history/pending/targetUID",schemaPath:"#/properties/history/properties/pending/properties/targetUID/maxLength",keyword:"maxLength",params:{limit: 128}};
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
const err42 = {instancePath:instancePath+"/history/pending/targetUID",schemaPath:"#/properties/history/properties/pending/properties/targetUID/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data13.scaledToZero !== undefined){
if(typeof data13.scaledToZero !== "boolean"){
const err43 = {instancePath:instancePath+"/history/pending/scaledToZero",schemaPath:"#/properties/history/properties/pending/properties/scaledToZero/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/history/pending",schemaPath:"#/properties/history/properties/pending/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data0.scaledToZero !== undefined){
if(typeof data0.scaledToZero !== "boolean"){
const err45 = {instancePath:instancePath+"/history/scaledToZero",schemaPath:"#/properties/history/properties/scaledToZero/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data0.rollout !== undefined){
let data20 = data0.rollout;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.since === undefined){
const err46 = {instancePath:instancePath+"/history/rollout",schemaPath:"#/properties/history/properties/rollout/required",keyword:"required",params:{missingProperty: "since"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data20.since !== undefined){
let data21 = data20.since;
if(typeof data21 === "string"){
if(!(formats0.test(data21))){
const err47 = {instancePath:instancePath+"/history/rollout/since",schemaPath:"#/properties/history/properties/rollout/properties/since/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/history/rollout/since",schemaPath:"#/properties/history/properties/rollout/properties/since/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath:instancePath+"/history/rollout",schemaPath:"#/properties/history/properties/rollout/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data0.zeroReadings !== undefined){
let data22 = data0.zeroReadings;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key0 in data22){
let data23 = data22[key0];
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err50 = {instancePath:instancePath+"/history/zeroReadings/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/history/properties/zeroReadings/additionalProperties/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 2147483647 || isNaN(data23)){
const err51 = {instancePath:instancePath+"/history/zeroReadings/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/history/properties/zeroReadings/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data23 < 0 || isNaN(data23)){
const err52 = {instancePath:instancePath+"/history/zeroReadings/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/history/properties/zeroReadings/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
}
else {
const err53 = {instancePath:instancePath+"/history/zeroReadings",schemaPath:"#/properties/history/properties/zeroReadings/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data0.thresholds !== undefined){
let data24 = data0.thresholds;
if(Array.isArray(data24)){
if(data24.length > 32){
const err54 = {instancePath:instancePath+"/history/thresholds",schemaPath:"#/properties/history/properties/thresholds/maxItems",keyword:"maxItems",params:{limit: 32}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
const len1 = data24.length;
for(let i1=0; i1<len1; i1++){
let data25 = data24[i1];
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.name === undefined){
const err55 = {instancePath:instancePath+"/history/thresholds/" + i1,schemaPath:"#/properties/history/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data25.condition === undefined){
const err56 = {instancePath:instancePath+"/history/thresholds/" + i1,schemaPath:"#/properties/history/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "condition"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(data25.name !== undefined){
if(typeof data25.name !== "string"){
const err57 = {instancePath:instancePath+"/history/thresholds/" + i1+"/name",schemaPath:"#/properties/history/properties/thresholds/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data25.condition !== undefined){
if(typeof data25.condition !== "string"){
const err58 = {instancePath:instancePath+"/history/thresholds/" + i1+"/condition",schemaPath:"#/properties/history/properties/thresholds/items/properties/condition/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data25.since !== undefined){
let data28 = data25.since;
if(typeof data28 === "string"){
if(!(formats0.test(data28))){
const err59 = {instancePath:instancePath+"/history/thresholds/" + i1+"/since",schemaPath:"#/properties/history/properties/thresholds/items/properties/since/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
else {
const err60 = {instancePath:instancePath+"/history/thresholds/" + i1+"/since",schemaPath:"#/properties/history/properties/thresholds/items/properties/since/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data25.last !== undefined){
let data29 = data25.last;
if(typeof data29 === "string"){
if(!(formats0.test(data29))){
const err61 = {instancePath:instancePath+"/history/thresholds/" + i1+"/last",schemaPath:"#/properties/history/properties/thresholds/items/properties/last/format",keyword:"format",params:{format: "date-time"}};
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
const err62 = {instancePath:instancePath+"/history/thresholds/" + i1+"/last",schemaPath:"#/properties/history/properties/thresholds/items/properties/last/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data25.level !== undefined){
let data30 = data25.level;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err63 = {instancePath:instancePath+"/history/thresholds/" + i1+"/level",schemaPath:"#/properties/history/properties/thresholds/items/properties/level/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 2147483647 || isNaN(data30)){
const err64 = {instancePath:instancePath+"/history/thresholds/" + i1+"/level",schemaPath:"#/properties/history/properties/thresholds/items/properties/level/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data30 < 0 || isNaN(data30)){
const err65 = {instancePath:instancePath+"/history/thresholds/" + i1+"/level",schemaPath:"#/properties/history/properties/thresholds/items/properties/level/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data25.notBefore !== undefined){
let data31 = data25.notBefore;
if(typeof data31 === "string"){
if(!(formats0.test(data31))){
const err66 = {instancePath:instancePath+"/history/thresholds/" + i1+"/notBefore",schemaPath:"#/properties/history/properties/thresholds/items/properties/notBefore/format",keyword:"format",params:{format: "date-time"}};
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
const err67 = {instancePath:instancePath+"/history/thresholds/" + i1+"/notBefore",schemaPath:"#/properties/history/properties/thresholds/items/properties/notBefore/type",keyword:"type",params:{type: "string"}};
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
else {
const err68 = {instancePath:instancePath+"/history/thresholds/" + i1,schemaPath:"#/properties/history/properties/thresholds/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
else {
const err69 = {instancePath:instancePath+"/history/thresholds",schemaPath:"#/properties/history/properties/thresholds/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data0.slots !== undefined){
let data32 = data0.slots;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.scaleUps !== undefined){
if(!(validate25(data32.scaleUps, {instancePath:instancePath+"/history/slots/scaleUps",parentData:data32,parentDataProperty:"scaleUps",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
if(data32.scaleDowns !== undefined){
if(!(validate25(data32.scaleDowns, {instancePath:instancePath+"/history/slots/scaleDowns",parentData:data32,parentDataProperty:"scaleDowns",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
}
else {
const err70 = {instancePath:instancePath+"/history/slots",schemaPath:"#/properties/history/properties/slots/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const schema = {"type":"object","required":["history"],"properties":{"history":{"type":"object","required":["version","targetUID"],"properties":{"version":{"type":"integer","const":1},"targetUID":{"type":"string","maxLength":128},"recommendations":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"lowestRecommendations":{"type":"array","maxItems":32,"items":{"type":"object","required":["value","since"],"properties":{"value":{"type":"integer","minimum":0,"maximum":2147483647},"since":{"type":"string","format":"date-time"}}}},"scaleEvents":{"type":"array","maxItems":32,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":-2147483647,"maximum":2147483647},"span":{"type":"object","required":["since","up","down"],"properties":{"since":{"type":"string","format":"date-time"},"up":{"type":"integer","minimum":0,"maximum":2147483647},"down":{"type":"integer","minimum":-2147483647,"maximum":2147483647}}}}}},"pending":{"type":"object","required":["from","to","time","targetUID"],"properties":{"from":{"type":"integer","minimum":0,"maximum":2147483647},"to":{"type":"integer","minimum":0,"maximum":2147483647},"time":{"type":"string","format":"date-time"},"targetUID":{"type":"string","maxLength":128},"scaledToZero":{"type":"boolean"}}},"scaledToZero":{"type":"boolean"},"rollout":{"type":"object","required":["since"],"properties":{"since":{"type":"string","format":"date-time"}}},"zeroReadings":{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":2147483647}},"thresholds":{"type":"array","maxItems":32,"items":{"type":"object","required":["name","condition"],"properties":{"name":{"type":"string"},"condition":{"type":"string"},"since":{"type":"string","format":"date-time"},"last":{"type":"string","format":"date-time"},"level":{"type":"integer","minimum":0,"maximum":2147483647},"notBefore":{"type":"string","format":"date-time"}}}},"slots":{"type":"object","properties":{"scaleUps":{"type":"array","maxItems":128,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}},"scaleDowns":{"type":"array","maxItems":128,"items":{"type":"object","required":["time","change"],"properties":{"time":{"type":"string","format":"date-time"},"change":{"type":"integer","minimum":1,"maximum":2147483647},"outdated":{"type":"boolean"},"oneWay":{"type":"boolean"}}}}}}}}}};
