// Generated from crds/forecastrecords.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.
"use strict";
export const validate = validate21;

const schema6 = {"type":"object","required":["state"],"properties":{"state":{"type":"object","required":["version","records","gate","days","week","counts"],"properties":{"version":{"type":"integer"},"records":{"type":"array","maxItems":4,"items":{"type":"object","required":["question","least","end","codes"],"properties":{"question":{"type":"string","maxLength":1024},"least":{"type":"number","minimum":0},"end":{"type":"integer","minimum":0,"maximum":1000000000},"codes":{"type":"string","maxLength":12288}}}},"gate":{"type":"object","required":["isOpen","verdict","restDays","isWrongTwice"],"properties":{"isOpen":{"type":"boolean"},"verdict":{"type":"string","enum":["Learning","NothingToSave","OverBudget","TooExpensive","RivalDoesAsWell","OneDayOnly","Resting","Worthwhile"]},"since":{"type":"integer","minimum":0,"maximum":1000000},"restDays":{"type":"integer","minimum":0,"maximum":28},"isWrongTwice":{"type":"boolean"},"judgedSpec":{"type":"integer"},"measuredSince":{"type":"integer","minimum":0,"maximum":1000000}}},"days":{"type":"array","maxItems":14,"items":{"$ref":"#/$defs/part0"}},"today":{"$ref":"#/$defs/part0"},"week":{"type":"array","maxItems":28,"items":{"type":"array","minItems":3,"maxItems":3,"items":{"type":"number","minimum":0,"maximum":1000000000000}}},"counts":{"type":"array","maxItems":7,"items":{"type":"integer","minimum":0}},"target":{"type":"string","maxLength":128},"added":{"type":"object","required":["time","without","most"],"properties":{"time":{"type":"integer","minimum":0,"maximum":9000000000000},"without":{"type":"integer","minimum":0},"most":{"type":"integer","minimum":0}}}}}},"$defs":{"part0":{"type":"object","required":["number","sums"],"properties":{"number":{"type":"integer","minimum":0,"maximum":1000000},"sums":{"type":"array","maxItems":21,"items":{"type":"number"}},"observedMs":{"type":"number"},"hasOpinion":{"type":"boolean"}}}}};
const func2 = text => { let length = 0; for (const _ of text) length += 1; return length; };
const schema7 = {"type":"object","required":["number","sums"],"properties":{"number":{"type":"integer","minimum":0,"maximum":1000000},"sums":{"type":"array","maxItems":21,"items":{"type":"number"}},"observedMs":{"type":"number"},"hasOpinion":{"type":"boolean"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.number === undefined) && (missing0 = "number")) || ((data.sums === undefined) && (missing0 = "sums"))){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.number !== undefined){
let data0 = data.number;
const _errs1 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate22.errors = [{instancePath:instancePath+"/number",schemaPath:"#/properties/number/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs1){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000000 || isNaN(data0)){
validate22.errors = [{instancePath:instancePath+"/number",schemaPath:"#/properties/number/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate22.errors = [{instancePath:instancePath+"/number",schemaPath:"#/properties/number/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sums !== undefined){
let data1 = data.sums;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 21){
validate22.errors = [{instancePath:instancePath+"/sums",schemaPath:"#/properties/sums/maxItems",keyword:"maxItems",params:{limit: 21}}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(!((typeof data2 == "number") && (isFinite(data2)))){
validate22.errors = [{instancePath:instancePath+"/sums/" + i0,schemaPath:"#/properties/sums/items/type",keyword:"type",params:{type: "number"}}];
return false;
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/sums",schemaPath:"#/properties/sums/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.observedMs !== undefined){
let data3 = data.observedMs;
const _errs7 = errors;
if(!((typeof data3 == "number") && (isFinite(data3)))){
validate22.errors = [{instancePath:instancePath+"/observedMs",schemaPath:"#/properties/observedMs/type",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hasOpinion !== undefined){
const _errs9 = errors;
if(typeof data.hasOpinion !== "boolean"){
validate22.errors = [{instancePath:instancePath+"/hasOpinion",schemaPath:"#/properties/hasOpinion/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs9 === errors;
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
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.state === undefined) && (missing0 = "state")){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.state !== undefined){
let data0 = data.state;
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((((((data0.version === undefined) && (missing1 = "version")) || ((data0.records === undefined) && (missing1 = "records"))) || ((data0.gate === undefined) && (missing1 = "gate"))) || ((data0.days === undefined) && (missing1 = "days"))) || ((data0.week === undefined) && (missing1 = "week"))) || ((data0.counts === undefined) && (missing1 = "counts"))){
validate21.errors = [{instancePath:instancePath+"/state",schemaPath:"#/properties/state/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data0.version !== undefined){
let data1 = data0.version;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate21.errors = [{instancePath:instancePath+"/state/version",schemaPath:"#/properties/state/properties/version/type",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.records !== undefined){
let data2 = data0.records;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
if(data2.length > 4){
validate21.errors = [{instancePath:instancePath+"/state/records",schemaPath:"#/properties/state/properties/records/maxItems",keyword:"maxItems",params:{limit: 4}}];
return false;
}
else {
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if(((((data3.question === undefined) && (missing2 = "question")) || ((data3.least === undefined) && (missing2 = "least"))) || ((data3.end === undefined) && (missing2 = "end"))) || ((data3.codes === undefined) && (missing2 = "codes"))){
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0,schemaPath:"#/properties/state/properties/records/items/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data3.question !== undefined){
let data4 = data3.question;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 === "string"){
if(func2(data4) > 1024){
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/question",schemaPath:"#/properties/state/properties/records/items/properties/question/maxLength",keyword:"maxLength",params:{limit: 1024}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/question",schemaPath:"#/properties/state/properties/records/items/properties/question/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.least !== undefined){
let data5 = data3.least;
const _errs11 = errors;
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/least",schemaPath:"#/properties/state/properties/records/items/properties/least/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/least",schemaPath:"#/properties/state/properties/records/items/properties/least/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.end !== undefined){
let data6 = data3.end;
const _errs13 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/end",schemaPath:"#/properties/state/properties/records/items/properties/end/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000000000 || isNaN(data6)){
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/end",schemaPath:"#/properties/state/properties/records/items/properties/end/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/end",schemaPath:"#/properties/state/properties/records/items/properties/end/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.codes !== undefined){
let data7 = data3.codes;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data7 === "string"){
if(func2(data7) > 12288){
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/codes",schemaPath:"#/properties/state/properties/records/items/properties/codes/maxLength",keyword:"maxLength",params:{limit: 12288}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0+"/codes",schemaPath:"#/properties/state/properties/records/items/properties/codes/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs15 === errors;
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
validate21.errors = [{instancePath:instancePath+"/state/records/" + i0,schemaPath:"#/properties/state/properties/records/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/records",schemaPath:"#/properties/state/properties/records/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.gate !== undefined){
let data8 = data0.gate;
const _errs17 = errors;
if(errors === _errs17){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing3;
if(((((data8.isOpen === undefined) && (missing3 = "isOpen")) || ((data8.verdict === undefined) && (missing3 = "verdict"))) || ((data8.restDays === undefined) && (missing3 = "restDays"))) || ((data8.isWrongTwice === undefined) && (missing3 = "isWrongTwice"))){
validate21.errors = [{instancePath:instancePath+"/state/gate",schemaPath:"#/properties/state/properties/gate/required",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data8.isOpen !== undefined){
const _errs19 = errors;
if(typeof data8.isOpen !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/state/gate/isOpen",schemaPath:"#/properties/state/properties/gate/properties/isOpen/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid4 = _errs19 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data8.verdict !== undefined){
let data10 = data8.verdict;
const _errs21 = errors;
if(typeof data10 !== "string"){
validate21.errors = [{instancePath:instancePath+"/state/gate/verdict",schemaPath:"#/properties/state/properties/gate/properties/verdict/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((((data10 === "Learning") || (data10 === "NothingToSave")) || (data10 === "OverBudget")) || (data10 === "TooExpensive")) || (data10 === "RivalDoesAsWell")) || (data10 === "OneDayOnly")) || (data10 === "Resting")) || (data10 === "Worthwhile"))){
validate21.errors = [{instancePath:instancePath+"/state/gate/verdict",schemaPath:"#/properties/state/properties/gate/properties/verdict/enum",keyword:"enum",params:{allowedValues: schema6.properties.state.properties.gate.properties.verdict.enum}}];
return false;
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data8.since !== undefined){
let data11 = data8.since;
const _errs23 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate21.errors = [{instancePath:instancePath+"/state/gate/since",schemaPath:"#/properties/state/properties/gate/properties/since/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs23){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1000000 || isNaN(data11)){
validate21.errors = [{instancePath:instancePath+"/state/gate/since",schemaPath:"#/properties/state/properties/gate/properties/since/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000}}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate21.errors = [{instancePath:instancePath+"/state/gate/since",schemaPath:"#/properties/state/properties/gate/properties/since/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
if(data8.restDays !== undefined){
let data12 = data8.restDays;
const _errs25 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate21.errors = [{instancePath:instancePath+"/state/gate/restDays",schemaPath:"#/properties/state/properties/gate/properties/restDays/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs25){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 28 || isNaN(data12)){
validate21.errors = [{instancePath:instancePath+"/state/gate/restDays",schemaPath:"#/properties/state/properties/gate/properties/restDays/maximum",keyword:"maximum",params:{comparison: "<=", limit: 28}}];
return false;
}
else {
if(data12 < 0 || isNaN(data12)){
validate21.errors = [{instancePath:instancePath+"/state/gate/restDays",schemaPath:"#/properties/state/properties/gate/properties/restDays/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
if(valid4){
if(data8.isWrongTwice !== undefined){
const _errs27 = errors;
if(typeof data8.isWrongTwice !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/state/gate/isWrongTwice",schemaPath:"#/properties/state/properties/gate/properties/isWrongTwice/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data8.judgedSpec !== undefined){
let data14 = data8.judgedSpec;
const _errs29 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
validate21.errors = [{instancePath:instancePath+"/state/gate/judgedSpec",schemaPath:"#/properties/state/properties/gate/properties/judgedSpec/type",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data8.measuredSince !== undefined){
let data15 = data8.measuredSince;
const _errs31 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate21.errors = [{instancePath:instancePath+"/state/gate/measuredSince",schemaPath:"#/properties/state/properties/gate/properties/measuredSince/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs31){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 1000000 || isNaN(data15)){
validate21.errors = [{instancePath:instancePath+"/state/gate/measuredSince",schemaPath:"#/properties/state/properties/gate/properties/measuredSince/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000}}];
return false;
}
else {
if(data15 < 0 || isNaN(data15)){
validate21.errors = [{instancePath:instancePath+"/state/gate/measuredSince",schemaPath:"#/properties/state/properties/gate/properties/measuredSince/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid4 = _errs31 === errors;
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
validate21.errors = [{instancePath:instancePath+"/state/gate",schemaPath:"#/properties/state/properties/gate/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.days !== undefined){
let data16 = data0.days;
const _errs33 = errors;
if(errors === _errs33){
if(Array.isArray(data16)){
if(data16.length > 14){
validate21.errors = [{instancePath:instancePath+"/state/days",schemaPath:"#/properties/state/properties/days/maxItems",keyword:"maxItems",params:{limit: 14}}];
return false;
}
else {
var valid5 = true;
const len1 = data16.length;
for(let i1=0; i1<len1; i1++){
const _errs35 = errors;
if(!(validate22(data16[i1], {instancePath:instancePath+"/state/days/" + i1,parentData:data16,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid5 = _errs35 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/days",schemaPath:"#/properties/state/properties/days/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs33 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.today !== undefined){
const _errs36 = errors;
if(!(validate22(data0.today, {instancePath:instancePath+"/state/today",parentData:data0,parentDataProperty:"today",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid1 = _errs36 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.week !== undefined){
let data19 = data0.week;
const _errs37 = errors;
if(errors === _errs37){
if(Array.isArray(data19)){
if(data19.length > 28){
validate21.errors = [{instancePath:instancePath+"/state/week",schemaPath:"#/properties/state/properties/week/maxItems",keyword:"maxItems",params:{limit: 28}}];
return false;
}
else {
var valid6 = true;
const len2 = data19.length;
for(let i2=0; i2<len2; i2++){
let data20 = data19[i2];
const _errs39 = errors;
if(errors === _errs39){
if(Array.isArray(data20)){
if(data20.length > 3){
validate21.errors = [{instancePath:instancePath+"/state/week/" + i2,schemaPath:"#/properties/state/properties/week/items/maxItems",keyword:"maxItems",params:{limit: 3}}];
return false;
}
else {
if(data20.length < 3){
validate21.errors = [{instancePath:instancePath+"/state/week/" + i2,schemaPath:"#/properties/state/properties/week/items/minItems",keyword:"minItems",params:{limit: 3}}];
return false;
}
else {
var valid7 = true;
const len3 = data20.length;
for(let i3=0; i3<len3; i3++){
let data21 = data20[i3];
const _errs41 = errors;
if(errors === _errs41){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 1000000000000 || isNaN(data21)){
validate21.errors = [{instancePath:instancePath+"/state/week/" + i2+"/" + i3,schemaPath:"#/properties/state/properties/week/items/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000}}];
return false;
}
else {
if(data21 < 0 || isNaN(data21)){
validate21.errors = [{instancePath:instancePath+"/state/week/" + i2+"/" + i3,schemaPath:"#/properties/state/properties/week/items/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/week/" + i2+"/" + i3,schemaPath:"#/properties/state/properties/week/items/items/type",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid7 = _errs41 === errors;
if(!valid7){
break;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/week/" + i2,schemaPath:"#/properties/state/properties/week/items/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid6 = _errs39 === errors;
if(!valid6){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/week",schemaPath:"#/properties/state/properties/week/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs37 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.counts !== undefined){
let data22 = data0.counts;
const _errs43 = errors;
if(errors === _errs43){
if(Array.isArray(data22)){
if(data22.length > 7){
validate21.errors = [{instancePath:instancePath+"/state/counts",schemaPath:"#/properties/state/properties/counts/maxItems",keyword:"maxItems",params:{limit: 7}}];
return false;
}
else {
var valid8 = true;
const len4 = data22.length;
for(let i4=0; i4<len4; i4++){
let data23 = data22[i4];
const _errs45 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate21.errors = [{instancePath:instancePath+"/state/counts/" + i4,schemaPath:"#/properties/state/properties/counts/items/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs45){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
validate21.errors = [{instancePath:instancePath+"/state/counts/" + i4,schemaPath:"#/properties/state/properties/counts/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid8 = _errs45 === errors;
if(!valid8){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/counts",schemaPath:"#/properties/state/properties/counts/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs43 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.target !== undefined){
let data24 = data0.target;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data24 === "string"){
if(func2(data24) > 128){
validate21.errors = [{instancePath:instancePath+"/state/target",schemaPath:"#/properties/state/properties/target/maxLength",keyword:"maxLength",params:{limit: 128}}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/state/target",schemaPath:"#/properties/state/properties/target/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs47 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.added !== undefined){
let data25 = data0.added;
const _errs49 = errors;
if(errors === _errs49){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
let missing4;
if((((data25.time === undefined) && (missing4 = "time")) || ((data25.without === undefined) && (missing4 = "without"))) || ((data25.most === undefined) && (missing4 = "most"))){
validate21.errors = [{instancePath:instancePath+"/state/added",schemaPath:"#/properties/state/properties/added/required",keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data25.time !== undefined){
let data26 = data25.time;
const _errs51 = errors;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
validate21.errors = [{instancePath:instancePath+"/state/added/time",schemaPath:"#/properties/state/properties/added/properties/time/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs51){
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 9000000000000 || isNaN(data26)){
validate21.errors = [{instancePath:instancePath+"/state/added/time",schemaPath:"#/properties/state/properties/added/properties/time/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9000000000000}}];
return false;
}
else {
if(data26 < 0 || isNaN(data26)){
validate21.errors = [{instancePath:instancePath+"/state/added/time",schemaPath:"#/properties/state/properties/added/properties/time/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
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
if(data25.without !== undefined){
let data27 = data25.without;
const _errs53 = errors;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
validate21.errors = [{instancePath:instancePath+"/state/added/without",schemaPath:"#/properties/state/properties/added/properties/without/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs53){
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 < 0 || isNaN(data27)){
validate21.errors = [{instancePath:instancePath+"/state/added/without",schemaPath:"#/properties/state/properties/added/properties/without/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid9 = _errs53 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data25.most !== undefined){
let data28 = data25.most;
const _errs55 = errors;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
validate21.errors = [{instancePath:instancePath+"/state/added/most",schemaPath:"#/properties/state/properties/added/properties/most/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs55){
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 < 0 || isNaN(data28)){
validate21.errors = [{instancePath:instancePath+"/state/added/most",schemaPath:"#/properties/state/properties/added/properties/most/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
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
else {
validate21.errors = [{instancePath:instancePath+"/state/added",schemaPath:"#/properties/state/properties/added/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs49 === errors;
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
else {
validate21.errors = [{instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "object"}}];
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

export const schema = {"type":"object","required":["state"],"properties":{"state":{"type":"object","required":["version","records","gate","days","week","counts"],"properties":{"version":{"type":"integer"},"records":{"type":"array","maxItems":4,"items":{"type":"object","required":["question","least","end","codes"],"properties":{"question":{"type":"string","maxLength":1024},"least":{"type":"number","minimum":0},"end":{"type":"integer","minimum":0,"maximum":1000000000},"codes":{"type":"string","maxLength":12288}}}},"gate":{"type":"object","required":["isOpen","verdict","restDays","isWrongTwice"],"properties":{"isOpen":{"type":"boolean"},"verdict":{"type":"string","enum":["Learning","NothingToSave","OverBudget","TooExpensive","RivalDoesAsWell","OneDayOnly","Resting","Worthwhile"]},"since":{"type":"integer","minimum":0,"maximum":1000000},"restDays":{"type":"integer","minimum":0,"maximum":28},"isWrongTwice":{"type":"boolean"},"judgedSpec":{"type":"integer"},"measuredSince":{"type":"integer","minimum":0,"maximum":1000000}}},"days":{"type":"array","maxItems":14,"items":{"type":"object","required":["number","sums"],"properties":{"number":{"type":"integer","minimum":0,"maximum":1000000},"sums":{"type":"array","maxItems":21,"items":{"type":"number"}},"observedMs":{"type":"number"},"hasOpinion":{"type":"boolean"}}}},"today":{"type":"object","required":["number","sums"],"properties":{"number":{"type":"integer","minimum":0,"maximum":1000000},"sums":{"type":"array","maxItems":21,"items":{"type":"number"}},"observedMs":{"type":"number"},"hasOpinion":{"type":"boolean"}}},"week":{"type":"array","maxItems":28,"items":{"type":"array","minItems":3,"maxItems":3,"items":{"type":"number","minimum":0,"maximum":1000000000000}}},"counts":{"type":"array","maxItems":7,"items":{"type":"integer","minimum":0}},"target":{"type":"string","maxLength":128},"added":{"type":"object","required":["time","without","most"],"properties":{"time":{"type":"integer","minimum":0,"maximum":9000000000000},"without":{"type":"integer","minimum":0},"most":{"type":"integer","minimum":0}}}}}}};
