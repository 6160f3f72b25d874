#!/bin/sh
# Creates a container's view of the machine from the files of an image, in separate namespaces, and
# executes a program in it. Used by hack/image/run.ts.
#
#   enter.sh ROOTFS SCRATCH CGROUP MOUNTS PROGRAM...
#
# SCRATCH is an empty folder; SCRATCH/root is the container's root while PROGRAM starts.
# CGROUP is the folder of a cgroup to join, or empty.
# MOUNTS is a file with one line per mount: ro or rw, the outside path, the inside path, separated by tabs.
set -eu
umask 022
rootfs=$1 scratch=$2 cgroup=$3 mounts=$4
shift 4

# The ID of this process as its parent sees it: /proc is still the outer one.
read -r pid _ </proc/self/stat
if [ -n "$cgroup" ]; then echo 0 >"$cgroup/cgroup.procs"; fi

# Creates mount points in memory, so the image's files stay unchanged.
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
