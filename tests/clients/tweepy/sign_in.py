"""Signs in by PKCE with tweepy as published, calls, refreshes, and uses the old refresh token again.

Arguments: the base of a platform on this machine, a Client ID, a Client Secret (empty for a public client) and a
redirect URI. Reads one line: the address that the user was sent back to. Writes one JSON value a line: the
authorization URL; who each of the two access tokens acts for; the name of the last call's error.
"""

import json
import os
import sys
from urllib.parse import urlsplit

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # the platform of this machine has no TLS

import requests
import tweepy


class ThisMachine(requests.adapters.HTTPAdapter):
    """Sends what tweepy addresses to its own host to the platform. It changes nothing else."""

    def send(self, request, **options):
        address = urlsplit(request.url)
        request.url = base + address.path + ("?" + address.query if address.query else "")
        return super().send(request, **options)


def say(value):
    print(json.dumps(value), flush=True)


def refresh(refresh_token):
    return handler.refresh_token(
        "https://api.twitter.com/2/oauth2/token",
        refresh_token=refresh_token,
        auth=handler.auth,
        body="" if client_secret else "client_id=" + client_id,
    )


def me(token):
    client = tweepy.Client(token["access_token"])
    client.session.mount("https://", ThisMachine())
    return client.get_me(user_auth=False).data.username


base, client_id, client_secret, redirect_uri = sys.argv[1:]
handler = tweepy.OAuth2UserHandler(
    client_id=client_id,
    redirect_uri=redirect_uri,
    scope=["post.read", "users.read", "offline.access"],
    client_secret=client_secret or None,
)
handler.mount("https://", ThisMachine())
say(handler.get_authorization_url())
first = handler.fetch_token(sys.stdin.readline().strip())
say(me(first))
say(me(refresh(first["refresh_token"])))
try:
    refresh(first["refresh_token"])
except Exception as refused:
    say(type(refused).__name__)
