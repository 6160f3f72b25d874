/** The part of the script that is the same for every object. */
export const steps = `
fail() {
  echo "takeover: $*" >&2
  exit 1
}

# The size of a target, what the new object would write, and the target. Unknown sizes never agree.
size() {
  now=$(kubectl get "$1" --output='jsonpath={.spec.replicas}') || return 1
  wanted=$(kubectl get "$new" --output="jsonpath=$2") || return 1
  echo "\${now:--} \${wanted:-?} $1"
}

agree() {
  all=$(sizes) || return 1
  echo "$all" | while read -r now wanted target; do
    test "$now" = "$wanted" || return 1
  done
}

set_mode() {
  kubectl patch "$new" --type=merge --patch "{\\"spec\\":{\\"mode\\":\\"$1\\"}}"
}

# For up to a minute.
retry() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    test "$tries" -lt 30 || return 1
    sleep 2
  done
}

# Whether nothing is left of what kubectl gets.
is_gone() {
  left=$(kubectl get "$@" --ignore-not-found --output=name) && test -z "$left"
}

step_try() {
  kubectl get "$old" >/dev/null || fail "there is no $old"
  mode=$(kubectl get "$new" --ignore-not-found --output='jsonpath={.spec.mode}')
  case $mode in
    '' | DryRun) ;;
    *) fail "$new already exists in mode $mode" ;;
  esac
  new_manifest | kubectl apply --filename=-
  kubectl wait "$new" --for=condition=Ready --timeout=60s
  echo "It decides and writes nothing. Next: sh $0 compare"
}

# For MINUTES, 5 without it. The last comparison counts: the two may react a sync apart.
step_compare() {
  end=$(($(date +%s) + \${MINUTES:-5} * 60))
  echo 'TIME NOW NEW TARGET'
  while :; do
    sizes | sed "s/^/$(date +%T) /"
    test "$(date +%s)" -lt "$end" || break
    sleep 15
  done
  agree || fail 'the sizes differ; trimtab explain shows why'
  echo "The sizes agree. Next: sh $0 switch"
}

step_switch() {
  agree || fail "the sizes differ: $(sizes | tr '\\n' ' ')"
  before=$(sizes)
  case $before in
    '0 '* | *"
0 "*) fail 'a size is 0, which the new object would leave alone: scale to 1 first' ;;
  esac
  if ! stop_old; then
    step_back
    fail 'the old autoscaler did not stop, and is back'
  fi
  # The operator learns of the deletion by a watch.
  if ! retry set_mode Active; then
    step_back
    fail 'mode Active was refused, and the old autoscaler is back'
  fi
  kubectl wait "$new" --for=condition=Ready --timeout=60s
  echo "Before: $before"
  echo "Now:    $(sizes)"
  echo "Done. Keep this script: sh $0 back returns to the old autoscaler."
}

step_back() {
  if kubectl get "$new" >/dev/null 2>&1; then set_mode DryRun; fi
  start_old
  echo "The old autoscaler scales again. To remove the new one: kubectl delete $new"
}

case \${1-} in
  try | compare | switch | back) "step_$1" ;;
  *)
    sed -n '2,/^set /s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
`;
