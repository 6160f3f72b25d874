package main

import (
	"context"
	"fmt"
	"time"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// argoHealth runs a health script as Argo CD does: the object is the global obj, the script returns a
// table, and has neither strings nor files to work with.
//
// Source  argo-cd util/lua/lua.go runLua, ExecuteHealthLua; gitops-engine pkg/health GetResourceHealth
func argoHealth(object *unstructured.Unstructured, script string) (verdict, error) {
	if object.GetDeletionTimestamp() != nil {
		return verdict{"Progressing", "Pending deletion"}, nil
	}
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	libraries := map[string]lua.LGFunction{
		lua.LoadLibName: lua.OpenPackage, lua.BaseLibName: lua.OpenBase, lua.TabLibName: lua.OpenTable,
	}
	for _, name := range []string{lua.LoadLibName, lua.BaseLibName, lua.TabLibName} {
		open := lua.P{Fn: state.NewFunction(libraries[name]), Protect: true}
		if err := state.CallByParam(open, lua.LString(name)); err != nil {
			return verdict{}, err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	state.SetContext(ctx)
	state.SetGlobal("obj", toLua(state, object.Object))
	if err := state.DoString(script); err != nil {
		return verdict{}, err
	}
	returned, isTable := state.Get(-1).(*lua.LTable)
	if !isTable {
		return verdict{}, fmt.Errorf("expect table output from Lua script, not %s", state.Get(-1).Type())
	}
	judged := verdict{lua.LVAsString(returned.RawGetString("status")), lua.LVAsString(returned.RawGetString("message"))}
	if !isHealth[judged.Status] {
		return verdict{"Unknown", "Lua returned an invalid health status"}, nil
	}
	return judged, nil
}

var isHealth = map[string]bool{
	"Unknown": true, "Progressing": true, "Healthy": true, "Suspended": true, "Degraded": true, "Missing": true,
}

func toLua(state *lua.LState, value any) lua.LValue {
	switch of := value.(type) {
	case bool:
		return lua.LBool(of)
	case float64:
		return lua.LNumber(of)
	case int64:
		return lua.LNumber(of)
	case string:
		return lua.LString(of)
	case []any:
		list := state.CreateTable(len(of), 0)
		for _, item := range of {
			list.Append(toLua(state, item))
		}
		return list
	case map[string]any:
		table := state.CreateTable(0, len(of))
		for key, item := range of {
			table.RawSetH(lua.LString(key), toLua(state, item))
		}
		return table
	default:
		return lua.LNil
	}
}
