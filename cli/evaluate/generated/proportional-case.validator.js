// Generated from cli/evaluate/proportional-case.schema.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["cluster"],"properties":{"cluster":{"type":"object","required":["totalNodes","schedulableNodes","totalCores","schedulableCores"],"properties":{"totalNodes":{"type":"integer","minimum":0,"maximum":2147483647},"schedulableNodes":{"type":"integer","minimum":0,"maximum":2147483647},"totalCores":{"type":"integer","minimum":0,"maximum":2147483647},"schedulableCores":{"type":"integer","minimum":0,"maximum":2147483647},"pods":{"type":"integer","minimum":0,"maximum":2147483647},"namespaces":{"type":"integer","minimum":0,"maximum":2147483647},"lostNodes":{"type":"integer","minimum":0,"maximum":2147483647},"resources":{"type":"object","additionalProperties":{"type":"object","required":["total","schedulable"],"properties":{"total":{"type":"string","maxLength":64,"pattern":"^([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$"},"schedulable":{"type":"string","maxLength":64,"pattern":"^([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$"}}}}}},"configMap":{"type":"object","properties":{"data":{"type":"object","additionalProperties":{"type":"string"}}}},"autoscaler":{}},"$defs":{}};
const func2 = text => { let length = 0; for (const _ of text) length += 1; return length; };
const pattern0 = new RegExp("^([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.cluster === undefined) && (missing0 = "cluster")){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.cluster !== undefined){
let data0 = data.cluster;
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((((data0.totalNodes === undefined) && (missing1 = "totalNodes")) || ((data0.schedulableNodes === undefined) && (missing1 = "schedulableNodes"))) || ((data0.totalCores === undefined) && (missing1 = "totalCores"))) || ((data0.schedulableCores === undefined) && (missing1 = "schedulableCores"))){
validate21.errors = [{instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data0.totalNodes !== undefined){
let data1 = data0.totalNodes;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate21.errors = [{instancePath:instancePath+"/cluster/totalNodes",schemaPath:"#/properties/cluster/properties/totalNodes/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
validate21.errors = [{instancePath:instancePath+"/cluster/totalNodes",schemaPath:"#/properties/cluster/properties/totalNodes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate21.errors = [{instancePath:instancePath+"/cluster/totalNodes",schemaPath:"#/properties/cluster/properties/totalNodes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
if(data0.schedulableNodes !== undefined){
let data2 = data0.schedulableNodes;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate21.errors = [{instancePath:instancePath+"/cluster/schedulableNodes",schemaPath:"#/properties/cluster/properties/schedulableNodes/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 2147483647 || isNaN(data2)){
validate21.errors = [{instancePath:instancePath+"/cluster/schedulableNodes",schemaPath:"#/properties/cluster/properties/schedulableNodes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate21.errors = [{instancePath:instancePath+"/cluster/schedulableNodes",schemaPath:"#/properties/cluster/properties/schedulableNodes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
if(valid1){
if(data0.totalCores !== undefined){
let data3 = data0.totalCores;
const _errs7 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate21.errors = [{instancePath:instancePath+"/cluster/totalCores",schemaPath:"#/properties/cluster/properties/totalCores/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 2147483647 || isNaN(data3)){
validate21.errors = [{instancePath:instancePath+"/cluster/totalCores",schemaPath:"#/properties/cluster/properties/totalCores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate21.errors = [{instancePath:instancePath+"/cluster/totalCores",schemaPath:"#/properties/cluster/properties/totalCores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.schedulableCores !== undefined){
let data4 = data0.schedulableCores;
const _errs9 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate21.errors = [{instancePath:instancePath+"/cluster/schedulableCores",schemaPath:"#/properties/cluster/properties/schedulableCores/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs9){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 2147483647 || isNaN(data4)){
validate21.errors = [{instancePath:instancePath+"/cluster/schedulableCores",schemaPath:"#/properties/cluster/properties/schedulableCores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate21.errors = [{instancePath:instancePath+"/cluster/schedulableCores",schemaPath:"#/properties/cluster/properties/schedulableCores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.pods !== undefined){
let data5 = data0.pods;
const _errs11 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate21.errors = [{instancePath:instancePath+"/cluster/pods",schemaPath:"#/properties/cluster/properties/pods/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 2147483647 || isNaN(data5)){
validate21.errors = [{instancePath:instancePath+"/cluster/pods",schemaPath:"#/properties/cluster/properties/pods/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate21.errors = [{instancePath:instancePath+"/cluster/pods",schemaPath:"#/properties/cluster/properties/pods/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.namespaces !== undefined){
let data6 = data0.namespaces;
const _errs13 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate21.errors = [{instancePath:instancePath+"/cluster/namespaces",schemaPath:"#/properties/cluster/properties/namespaces/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 2147483647 || isNaN(data6)){
validate21.errors = [{instancePath:instancePath+"/cluster/namespaces",schemaPath:"#/properties/cluster/properties/namespaces/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate21.errors = [{instancePath:instancePath+"/cluster/namespaces",schemaPath:"#/properties/cluster/properties/namespaces/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.lostNodes !== undefined){
let data7 = data0.lostNodes;
const _errs15 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate21.errors = [{instancePath:instancePath+"/cluster/lostNodes",schemaPath:"#/properties/cluster/properties/lostNodes/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 2147483647 || isNaN(data7)){
validate21.errors = [{instancePath:instancePath+"/cluster/lostNodes",schemaPath:"#/properties/cluster/properties/lostNodes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate21.errors = [{instancePath:instancePath+"/cluster/lostNodes",schemaPath:"#/properties/cluster/properties/lostNodes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.resources !== undefined){
let data8 = data0.resources;
const _errs17 = errors;
if(errors === _errs17){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key0 in data8){
let data9 = data8[key0];
const _errs20 = errors;
if(errors === _errs20){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if(((data9.total === undefined) && (missing2 = "total")) || ((data9.schedulable === undefined) && (missing2 = "schedulable"))){
validate21.errors = [{instancePath:instancePath+"/cluster/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/cluster/properties/resources/additionalProperties/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data9.total !== undefined){
let data10 = data9.total;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data10 === "string"){
if(func2(data10) > 64){
validate21.errors = [{instancePath:instancePath+"/cluster/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/total",schemaPath:"#/properties/cluster/properties/resources/additionalProperties/properties/total/maxLength",keyword:"maxLength",params:{limit: 64}}];
return false;
}
else {
if(!pattern0.test(data10)){
validate21.errors = [{instancePath:instancePath+"/cluster/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/total",schemaPath:"#/properties/cluster/properties/resources/additionalProperties/properties/total/pattern",keyword:"pattern",params:{pattern: "^([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/cluster/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/total",schemaPath:"#/properties/cluster/properties/resources/additionalProperties/properties/total/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data9.schedulable !== undefined){
let data11 = data9.schedulable;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data11 === "string"){
if(func2(data11) > 64){
validate21.errors = [{instancePath:instancePath+"/cluster/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/schedulable",schemaPath:"#/properties/cluster/properties/resources/additionalProperties/properties/schedulable/maxLength",keyword:"maxLength",params:{limit: 64}}];
return false;
}
else {
if(!pattern0.test(data11)){
validate21.errors = [{instancePath:instancePath+"/cluster/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/schedulable",schemaPath:"#/properties/cluster/properties/resources/additionalProperties/properties/schedulable/pattern",keyword:"pattern",params:{pattern: "^([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$"}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/cluster/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/schedulable",schemaPath:"#/properties/cluster/properties/resources/additionalProperties/properties/schedulable/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/cluster/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/cluster/properties/resources/additionalProperties/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs20 === errors;
if(!valid2){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/cluster/resources",schemaPath:"#/properties/cluster/properties/resources/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs17 === errors;
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
else {
validate21.errors = [{instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.configMap !== undefined){
let data12 = data.configMap;
const _errs26 = errors;
if(errors === _errs26){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.data !== undefined){
let data13 = data12.data;
const _errs28 = errors;
if(errors === _errs28){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key1 in data13){
const _errs31 = errors;
if(typeof data13[key1] !== "string"){
validate21.errors = [{instancePath:instancePath+"/configMap/data/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/configMap/properties/data/additionalProperties/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid5 = _errs31 === errors;
if(!valid5){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/configMap/data",schemaPath:"#/properties/configMap/properties/data/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/configMap",schemaPath:"#/properties/configMap/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
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

export const schema = {"type":"object","required":["cluster"],"properties":{"cluster":{"type":"object","required":["totalNodes","schedulableNodes","totalCores","schedulableCores"],"properties":{"totalNodes":{"type":"integer","minimum":0,"maximum":2147483647},"schedulableNodes":{"type":"integer","minimum":0,"maximum":2147483647},"totalCores":{"type":"integer","minimum":0,"maximum":2147483647},"schedulableCores":{"type":"integer","minimum":0,"maximum":2147483647},"pods":{"type":"integer","minimum":0,"maximum":2147483647},"namespaces":{"type":"integer","minimum":0,"maximum":2147483647},"lostNodes":{"type":"integer","minimum":0,"maximum":2147483647},"resources":{"type":"object","additionalProperties":{"type":"object","required":["total","schedulable"],"properties":{"total":{"type":"string","maxLength":64,"pattern":"^([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$"},"schedulable":{"type":"string","maxLength":64,"pattern":"^([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$"}}}}}},"configMap":{"type":"object","properties":{"data":{"type":"object","additionalProperties":{"type":"string"}}}},"autoscaler":{}}};
