#!/bin/sh
# Makes a container's view of the machine out of an image's files, in namespaces of its own, and
# becomes a program in there: hack/image/run.ts.
#
#   enter.sh ROOTFS SCRATCH CGROUP MOUNTS PROGRAM...
#
# SCRATCH is an empty folder; SCRATCH/root is the container's root while PROGRAM begins.
# CGROUP is a folder to be a member of, or empty.
# MOUNTS holds a line for each mount: ro or rw, where it is outside, where inside; with tabs between.
set -eu
umask 022
rootfs=$1 scratch=$2 cgroup=$3 mounts=$4
shift 4

# This process, as who started it sees it: /proc is still the outer one.
read -r pid _ </proc/self/stat
if [ -n "$cgroup" ]; then echo 0 >"$cgroup/cgroup.procs"; fi

# What a mount needs to be mounted on is made in memory: the image's files stay as they are.
mount -t tmpfs -o mode=755 tmpfs "$scratch"
root=$scratch/root
mkdir "$root" "$scratch/upper" "$scratch/work"
mount -t overlay -o "lowerdir=$rootfs,upperdir=$scratch/upper,workdir=$scratch/work" overlay "$root"

mkdir -p "$root/proc" "$root/sys" "$root/dev"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount --rbind /sys "$root/sys"
mount -o remount,bind,ro "$root/sys"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done

while IFS='	' read -r mode outside inside; do
  if [ -d "$outside" ]; then
    mkdir -p "$root$inside"
  else
    mkdir -p "$(dirname "$root$inside")"
    touch "$root$inside"
  fi
  mount --bind "$outside" "$root$inside"
  if [ "$mode" = ro ]; then mount -o remount,bind,ro "$root$inside"; fi
done <"$mounts"

mount -o remount,ro "$root"
echo "$pid" >&3
exec 3>&-
exec "$@"
