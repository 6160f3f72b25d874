// Generated from engine/evaluate/proportional-case.schema.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["cluster"],"properties":{"cluster":{"type":"object","required":["totalNodes","schedulableNodes","totalCores","schedulableCores"],"properties":{"totalNodes":{"type":"integer","minimum":0,"maximum":2147483647},"schedulableNodes":{"type":"integer","minimum":0,"maximum":2147483647},"totalCores":{"type":"integer","minimum":0,"maximum":2147483647},"schedulableCores":{"type":"integer","minimum":0,"maximum":2147483647}}},"configMap":{"type":"object","properties":{"data":{"type":"object","additionalProperties":{"type":"string"}}}},"autoscaler":{}},"$defs":{}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cluster === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cluster"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cluster !== undefined){
let data0 = data.cluster;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.totalNodes === undefined){
const err1 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "totalNodes"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.schedulableNodes === undefined){
const err2 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "schedulableNodes"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.totalCores === undefined){
const err3 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "totalCores"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0.schedulableCores === undefined){
const err4 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "schedulableCores"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0.totalNodes !== undefined){
let data1 = data0.totalNodes;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err5 = {instancePath:instancePath+"/cluster/totalNodes",schemaPath:"#/properties/cluster/properties/totalNodes/type",keyword:"type",params:{type: "integer"}};
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
const err6 = {instancePath:instancePath+"/cluster/totalNodes",schemaPath:"#/properties/cluster/properties/totalNodes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/cluster/totalNodes",schemaPath:"#/properties/cluster/properties/totalNodes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data0.schedulableNodes !== undefined){
let data2 = data0.schedulableNodes;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err8 = {instancePath:instancePath+"/cluster/schedulableNodes",schemaPath:"#/properties/cluster/properties/schedulableNodes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 2147483647 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/cluster/schedulableNodes",schemaPath:"#/properties/cluster/properties/schedulableNodes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/cluster/schedulableNodes",schemaPath:"#/properties/cluster/properties/schedulableNodes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data0.totalCores !== undefined){
let data3 = data0.totalCores;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err11 = {instancePath:instancePath+"/cluster/totalCores",schemaPath:"#/properties/cluster/properties/totalCores/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 2147483647 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/cluster/totalCores",schemaPath:"#/properties/cluster/properties/totalCores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/cluster/totalCores",schemaPath:"#/properties/cluster/properties/totalCores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data0.schedulableCores !== undefined){
let data4 = data0.schedulableCores;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err14 = {instancePath:instancePath+"/cluster/schedulableCores",schemaPath:"#/properties/cluster/properties/schedulableCores/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 2147483647 || isNaN(data4)){
const err15 = {instancePath:instancePath+"/cluster/schedulableCores",schemaPath:"#/properties/cluster/properties/schedulableCores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err16 = {instancePath:instancePath+"/cluster/schedulableCores",schemaPath:"#/properties/cluster/properties/schedulableCores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
}
else {
const err17 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.configMap !== undefined){
let data5 = data.configMap;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.data !== undefined){
let data6 = data5.data;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key0 in data6){
if(typeof data6[key0] !== "string"){
const err18 = {instancePath:instancePath+"/configMap/data/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/configMap/properties/data/additionalProperties/type",keyword:"type",params:{type: "string"}};
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
const err19 = {instancePath:instancePath+"/configMap/data",schemaPath:"#/properties/configMap/properties/data/type",keyword:"type",params:{type: "object"}};
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
const err20 = {instancePath:instancePath+"/configMap",schemaPath:"#/properties/configMap/type",keyword:"type",params:{type: "object"}};
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
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const schema = {"type":"object","required":["cluster"],"properties":{"cluster":{"type":"object","required":["totalNodes","schedulableNodes","totalCores","schedulableCores"],"properties":{"totalNodes":{"type":"integer","minimum":0,"maximum":2147483647},"schedulableNodes":{"type":"integer","minimum":0,"maximum":2147483647},"totalCores":{"type":"integer","minimum":0,"maximum":2147483647},"schedulableCores":{"type":"integer","minimum":0,"maximum":2147483647}}},"configMap":{"type":"object","properties":{"data":{"type":"object","additionalProperties":{"type":"string"}}}},"autoscaler":{}}};
