#!/bin/sh
# Runs inside the root file system of the image, whichever way it is built: makes the user, and removes what a server needs not.
set -eu
groupadd --gid 10001 podium
useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin podium
install -d -o podium -g podium -m 0755 /data
ln -s /app/podium.mjs /usr/local/bin/podium
rm -rf /usr/share/doc /usr/share/man /usr/share/info /usr/share/locale /var/cache/apt/* /var/cache/debconf/* \
  /var/cache/ldconfig /var/lib/apt/lists/* /var/log/* /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow-
find / -xdev -name __pycache__ -prune -exec rm -rf {} +
# No program of the image can give its caller other rights.
find / -xdev -type f -perm /6000 -exec chmod a-s {} +
