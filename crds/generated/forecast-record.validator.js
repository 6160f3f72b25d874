// Generated from crds/forecastrecords.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["apiVersion","kind","metadata","state"],"properties":{"apiVersion":{"const":"autoscaling.trimtab.dev/v1alpha1"},"kind":{"const":"ForecastRecord"},"metadata":{"type":"object","properties":{"name":{"type":"string","maxLength":253},"generateName":{"type":"string"},"namespace":{"type":"string","maxLength":63},"labels":{"type":"object","additionalProperties":{"type":"string","maxLength":63}},"annotations":{"type":"object","additionalProperties":{"type":"string"}},"finalizers":{"type":"array","items":{"type":"string"}},"uid":{},"resourceVersion":{},"generation":{},"selfLink":{},"managedFields":{},"ownerReferences":{},"creationTimestamp":{},"deletionTimestamp":{},"deletionGracePeriodSeconds":{}},"additionalProperties":false},"spec":{"type":["number","string"]},"status":{"type":["number","string"]}},"additionalProperties":false,"$defs":{}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = text => { let length = 0; for (const _ of text) length += 1; return length; };

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.apiVersion === undefined) && (missing0 = "apiVersion")) || ((data.kind === undefined) && (missing0 = "kind"))) || ((data.metadata === undefined) && (missing0 = "metadata"))) || ((data.state === undefined) && (missing0 = "state"))){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "apiVersion") || (key0 === "kind")) || (key0 === "metadata")) || (key0 === "spec")) || (key0 === "status"))){
validate21.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.apiVersion !== undefined){
const _errs2 = errors;
if("autoscaling.trimtab.dev/v1alpha1" !== data.apiVersion){
validate21.errors = [{instancePath:instancePath+"/apiVersion",schemaPath:"#/properties/apiVersion/const",keyword:"const",params:{allowedValue: "autoscaling.trimtab.dev/v1alpha1"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined){
const _errs3 = errors;
if("ForecastRecord" !== data.kind){
validate21.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/const",keyword:"const",params:{allowedValue: "ForecastRecord"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data2 = data.metadata;
const _errs4 = errors;
if(errors === _errs4){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
const _errs6 = errors;
for(const key1 in data2){
if(!(func2.call(schema6.properties.metadata.properties, key1))){
validate21.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs6 === errors){
if(data2.name !== undefined){
let data3 = data2.name;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func3(data3) > 253){
validate21.errors = [{instancePath:instancePath+"/metadata/name",schemaPath:"#/properties/metadata/properties/name/maxLength",keyword:"maxLength",params:{limit: 253}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metadata/name",schemaPath:"#/properties/metadata/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.generateName !== undefined){
const _errs9 = errors;
if(typeof data2.generateName !== "string"){
validate21.errors = [{instancePath:instancePath+"/metadata/generateName",schemaPath:"#/properties/metadata/properties/generateName/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.namespace !== undefined){
let data5 = data2.namespace;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(func3(data5) > 63){
validate21.errors = [{instancePath:instancePath+"/metadata/namespace",schemaPath:"#/properties/metadata/properties/namespace/maxLength",keyword:"maxLength",params:{limit: 63}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metadata/namespace",schemaPath:"#/properties/metadata/properties/namespace/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.labels !== undefined){
let data6 = data2.labels;
const _errs13 = errors;
if(errors === _errs13){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key2 in data6){
let data7 = data6[key2];
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(func3(data7) > 63){
validate21.errors = [{instancePath:instancePath+"/metadata/labels/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/properties/labels/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 63}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metadata/labels/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/properties/labels/additionalProperties/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs16 === errors;
if(!valid2){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metadata/labels",schemaPath:"#/properties/metadata/properties/labels/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.annotations !== undefined){
let data8 = data2.annotations;
const _errs18 = errors;
if(errors === _errs18){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key3 in data8){
const _errs21 = errors;
if(typeof data8[key3] !== "string"){
validate21.errors = [{instancePath:instancePath+"/metadata/annotations/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/properties/annotations/additionalProperties/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs21 === errors;
if(!valid3){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metadata/annotations",schemaPath:"#/properties/metadata/properties/annotations/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.finalizers !== undefined){
let data10 = data2.finalizers;
const _errs23 = errors;
if(errors === _errs23){
if(Array.isArray(data10)){
var valid4 = true;
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
const _errs25 = errors;
if(typeof data10[i0] !== "string"){
validate21.errors = [{instancePath:instancePath+"/metadata/finalizers/" + i0,schemaPath:"#/properties/metadata/properties/finalizers/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs25 === errors;
if(!valid4){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/metadata/finalizers",schemaPath:"#/properties/metadata/properties/finalizers/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs23 === errors;
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
else {
validate21.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.spec !== undefined){
let data12 = data.spec;
const _errs27 = errors;
if((!((typeof data12 == "number") && (isFinite(data12)))) && (typeof data12 !== "string")){
validate21.errors = [{instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/type",keyword:"type",params:{type: schema6.properties.spec.type}}];
return false;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data13 = data.status;
const _errs29 = errors;
if((!((typeof data13 == "number") && (isFinite(data13)))) && (typeof data13 !== "string")){
validate21.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: schema6.properties.status.type}}];
return false;
}
var valid0 = _errs29 === errors;
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
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}

export const schema = {"type":"object","required":["apiVersion","kind","metadata","state"],"additionalProperties":false,"properties":{"apiVersion":{"const":"autoscaling.trimtab.dev/v1alpha1"},"kind":{"const":"ForecastRecord"},"metadata":{"type":"object","additionalProperties":false,"properties":{"name":{"type":"string","maxLength":253},"generateName":{"type":"string"},"namespace":{"type":"string","maxLength":63},"labels":{"type":"object","additionalProperties":{"type":"string","maxLength":63}},"annotations":{"type":"object","additionalProperties":{"type":"string"}},"finalizers":{"type":"array","items":{"type":"string"}},"uid":{},"resourceVersion":{},"generation":{},"selfLink":{},"managedFields":{},"ownerReferences":{},"creationTimestamp":{},"deletionTimestamp":{},"deletionGracePeriodSeconds":{}}},"spec":{"type":["number","string"]},"status":{"type":["number","string"]}}};
