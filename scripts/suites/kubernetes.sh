#!/usr/bin/env bash
# Runs the tests of the Kubernetes engine with the image built from this checkout: on the cluster of KUBECONFIG and
# PODIUM_TEST_HOST where both are set, else on one that scripts/kubernetes.sh makes, starts and ends.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [[ -n ${KUBECONFIG:-} && -n ${PODIUM_TEST_HOST:-} ]]; then exec npm run test:kubernetes; fi

archive=${XDG_CACHE_HOME:-$HOME/.cache}/podium/kubernetes-1.20.tar.xz
[[ -f $archive ]] || scripts/kubernetes.sh make
image=$(mktemp -d)
# A cluster that is up already belongs to somebody, who ends it.
if scripts/kubernetes.sh status >/dev/null 2>&1; then
  trap 'rm -rf "$image"' EXIT
else
  trap 'scripts/kubernetes.sh down; rm -rf "$image"' EXIT
fi
node scripts/build-image.mjs "$image"
settings=$(scripts/kubernetes.sh up)
while read -r setting; do export "${setting?}"; done <<<"$settings"
scripts/kubernetes.sh load "$image"/*.tar
npm run test:kubernetes
