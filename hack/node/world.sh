#!/bin/sh
# Process 1 of a world of its own: network, mounts and processes that end with it. world.ts starts it.
#   world.sh FOLDER CLUSTERS COMMAND...
# FOLDER    on a disk, for what is written in the world
# CLUSTERS  the folder of clusters: those outside are out of reach here
set -eu
folder=$1 clusters=$2
shift 2

mount --make-rprivate /
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/log
mkdir -p "$folder/upper" "$folder/work" "$folder/sysctl" "$clusters" /run/lock
# The kubelet has paths of its own in /var/lib.
mount -t overlay overlay -o "lowerdir=/var/lib,upperdir=$folder/upper,workdir=$folder/work" /var/lib
mount -t tmpfs tmpfs "$clusters"

# The kubelet sets these for the whole machine, unless it finds the values that it wants.
while read -r name value; do
  file=$folder/sysctl/$(basename "$name")
  echo "$value" >"$file"
  mount --bind "$file" "/proc/sys/$name"
done <<SYSCTLS
vm/overcommit_memory 1
vm/panic_on_oom 0
kernel/panic 10
kernel/panic_on_oops 1
kernel/keys/root_maxkeys 1000000
kernel/keys/root_maxbytes 25000000
SYSCTLS

printf '127.0.0.1 localhost\n%s %s\n' "$NODE_ADDRESS" "$NODE_NAME" >"$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts
mount --make-rshared /

ip link set lo up
ip link add node0 type veth peer name node1
ip address add "$NODE_ADDRESS/24" dev node0
ip link set node0 up
ip link set node1 up
# Without it, a connection from the node to a Service has no route before it is translated.
ip route add default dev node0 src "$NODE_ADDRESS"
echo 1 >/proc/sys/net/ipv4/ip_forward

"$@"
