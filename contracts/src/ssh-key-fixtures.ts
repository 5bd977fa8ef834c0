/** Public keys generated with ssh-keygen for tests; bits and fingerprints are those of `ssh-keygen -l`. */

export const acceptedKeys = {
  ed25519: {
    line: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB0/kjeHTHY/AAqs1U7k+f98bTqzHhlwvE1X+TV73gU2 laptop",
    bits: 256,
    fingerprint: "SHA256:/KF7anvt5bWXQKWEZExzrbudPCd+ttwA9L7OKvB4iro",
  },
  ecdsa256: {
    line: "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBDqZ/eGzgKJMH+Bi936Wqn54ib4FfeKN9tRYWmdChKyR65n28PKdYO8IgE0haqxRNuM8/s1SjI/l2Y+vKYRSPDU= me@host",
    bits: 256,
    fingerprint: "SHA256:AOT68hCI4EIcLT6Lok4uMvWzaXLXwz94hARzZVE/HoM",
  },
  ecdsa384: {
    line: "ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBIGwE0MAvS73urQc72PdJKvemdo92+SJX8fVsV6j2Kd2zGFKqvfbNeWIJJuPBZu5Lv4jBlctIOgApapoH0153+sqUDY6jDvEeOhFUgKikW7JKguUyFO7+h+2eL8rTlzV1g== me@host",
    bits: 384,
    fingerprint: "SHA256:eVrsisZGIuXMSdNeu8FWnikKjVB71qQN6HjYRQIqUhY",
  },
  ecdsa521: {
    line: "ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAACXCJQTc61MPfe+hazFZSOz3nNqw0c1PGN4d9edOI/7jH5ixFu8B/bgSWtEuVEC1rV9TPGWuskaz9QsOi4LpCZKAG2GLBW1eatueJ9qqfWiNcZMqPd3uCOtApC5ltbwToqppI1i1r9hkaRB9icmJcR3QugTdHeAmIt91GzUG2SDo4NjA== me@host",
    bits: 521,
    fingerprint: "SHA256:Q1htiR12ZbudTNT2OYfdJnJ/2YTimboJ1lJHM668OV0",
  },
  rsa2048: {
    line: "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDLkwONnU+y2gm1TPOawqUSzg+UD9IJ7ue5n/yzxkJSF7yCb5Mq/SdVnh8YEEURLujxo1rRAragbVhuM9rSChM+s/VkON+i4MNX6oo0Y4WPrix0idiGoO5Walkc76lxHVF58ZKJnCT/i52XWrcXh/mg5ym+J98vkEGrNWMNLq8oIB6ggeoYcrYTFaTvY2hQdXfLrvwX457YoYXFeaFg54MLTf7+2kCtQLLLuvgHUeLIGVm1DKUS8S27tE8FET/4Q5dde8iGd5u2oMYz0AoN7zmfFxNo62uuHkLlHNLhZet/rHzvhjy7svxGJvbu7idT0foHh0q427rkSFM78jun8y25 build server 2",
    bits: 2048,
    fingerprint: "SHA256:1QV/xSA3eBDcmB+00hjfdDEg84Ro3AXBqkIAvsvEy4c",
  },
  skEd25519: {
    line: "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIB0/kjeHTHY/AAqs1U7k+f98bTqzHhlwvE1X+TV73gU2AAAABHNzaDo= yubikey",
    bits: 256,
    fingerprint: "SHA256:0vX4GJY7nj5egH8nUbAWMwYcCOxgewpezfm/uzOtIuU",
  },
  skEcdsa: {
    line: "sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzdHAyNTYAAABBBDqZ/eGzgKJMH+Bi936Wqn54ib4FfeKN9tRYWmdChKyR65n28PKdYO8IgE0haqxRNuM8/s1SjI/l2Y+vKYRSPDUAAAAEc3NoOg== yubikey",
    bits: 256,
    fingerprint: "SHA256:J0PkOdhFU1a6wAvoKBmNMKrfolKu/8sZEbmz9TRF9QA",
  },
} as const;

/** Well-formed keys of types that are not accepted. */
export const rejectedKeys = {
  rsa1024:
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDnEJbg25cnb5P7W5bxmPZHndRhFB1g0aLAWmL23nUZu5LW6jwtY4euGesSc5L1RPToIS/zMaa1LNjh2gTAjA+ln2OxQzgi3goruj10qnDr/hl7INJaPb/kVH/iWNKzcn9Nk7QnTnxlDFGP70kT7Hp7kBwzIayxT0pBFkcN6zdTTw== old",
  dsa: "ssh-dss AAAAB3NzaC1kc3MAAACBAP03zeKZrcO8TWB0Xfu/qp2BU824PPaKRaF6ZlFwVw2h9qYqOX8HSRfrcitwOHbXfGSekNgIyVOmTlJKA2gtDoeAaW7qcWo49e8pN+47e5tr6GJUBKWwxbX9pNFlh+URrqqMNaPor5mTxlIVO7Um/Nq8d70KZG6G+7iAhxY5OPqFAAAAFQC2j9TlQP0W/8BiieIbEPbd+4CqCwAAAIEAoNspr3f9lDZQFJLK7blP+6GW/CiWJCN5qoxsyFe9uybvt+hoFuaMp+hiWEBVtq3vdVQrW0SqkHEE533ORlhr6AHLWP+f2Mkc5VLj03o8vHK+zCbf6yDF+OxVN2vG/wEGga8lO2TF8sAx/Ha2yh+ufHhYnibCCQ9ex3OrHL9JRzIAAACBAPjMiWQEPARvQbKwSIkOVRPMOEHkotJrzcKVYwSczx91W3IbhK+J1UMSjRiUEm3MLoDhkCz7rzDzxYALnS9/tEYDAIQKXD3328ASMebp9h0RFO+Z90PPLWvpz5xtApcRxAHtXGS/ZYknjSIDBYF3Vo145YNNq48H6KvXPP3EvCir older",
} as const;
