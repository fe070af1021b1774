"""The connection to a Dask cluster that ``--scheduler`` names."""

from __future__ import annotations

import atexit
import logging
import socket
from typing import Any
from urllib.parse import urlsplit

from analyzer.core.errors import InputError

_PATIENCE = 5  # seconds until a scheduler that does not answer counts as absent


def connected(address: str) -> Any:
    """Return a ``distributed.Client`` that is closed when the program ends.

    Raises
    ------
    InputError
        When Dask is not installed, or no scheduler with workers answers there.
    """
    try:
        import distributed
    except ImportError:
        raise InputError(
            address, "scheduler", "the extra `dask` installed (pip install distributed)"
        ) from None
    try:
        _knock(address)
        cluster: Any = distributed  # which has no types
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        client: Any = cluster.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(
            address, "scheduler", "the address of a running Dask scheduler, as tcp://host:8786"
        ) from error
    atexit.register(client.close)
    if not client.nthreads():
        raise InputError(address, "scheduler", "a scheduler with at least one worker")
    return client


def _knock(address: str) -> None:
    """Raise ``OSError`` or ``ValueError`` where nobody listens.

    A client that was begun and finds no scheduler makes a noise when the program ends.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme != "tcp" or not parts.hostname or not parts.port:
        raise ValueError(address)
    socket.create_connection((parts.hostname, parts.port), timeout=_PATIENCE).close()
